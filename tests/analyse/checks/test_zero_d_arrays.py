"""What an array without dimensions does and a number does not is refused; the rest is right."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad, jvp

from ...differentiate.finite import check, of_text

X = np.array([0.7, 0.9, 0.5])
HELPERS = """
def added(v, k):
    v += k
    return v * k
def added_to_another_name(v, k):
    w = v
    w += k
    return w * k
def product(v, k):
    v = v * k
    return v * k
def taken(c, x):
    return np.where(c, x[1], x[2])
"""
MADE = (
    *("np.asarray(x[0] * 2.0)", "np.array(x[0])", "np.copy(x[0])", "np.full((), x[0])"),
    *("np.where(x[0] > 0.6, x[1], x[2])", "np.select([x[0] > 0.6], [x[1]], x[2])"),
    *("x[:1].reshape(())", "taken(x[0] > 0.6, x)", "np.array(x[0]).astype(np.float64)"),
)
CHANGED = (
    "z = y; z += 1.0; return y * z",
    "z = y if x[0] > 0.3 else 1.0; z *= x[1]; return y * z",
    "t = (y, x[1]); z = t[0]; z += x[1]; return y * z",
    "return added(y, x[1]) * y",
    "return added_to_another_name(y, x[1]) * y",
)
VIEWS = ("x[..., 0]", "x[0, ...]", "np.outer(x, x)[1, ..., 0]", "np.squeeze(x[:1], axis=0)")
WRITTEN = (
    "y = {}; y *= 2.0; return y * x[0]",
    "return added({}, x[1]) * x[0]",
)
SEEN = (
    "y = x[..., 0]; x[0] *= 3.0; return y * x[1]",
    "m = np.outer(x, x); y = m[1, 0, ...]; m[1] *= 3.0; return y * x[1]",
    "y = np.squeeze(x[:1], axis=0); x[0] *= 3.0; return y * x[1]",
)
RIGHT = (
    "y = np.asarray(x[0]); y += x[1]; y *= y; return y * x[0]",
    "y = np.zeros(()); y += x[0]; y = y + x[1]; return y * y",
    "y = np.where(x[0] > 0.6, x[1], x[2])\n    for i in range(3): y += y * x[i]\n    return y",
    "y = np.asarray(x[0]); z = y; z = z + 1.0; return y * z",
    "y = np.asarray(x[0]) * 1.0; z = y; z += 1.0; return y * z",
    "y = np.where(x > 0.6, x, 1.0); z = y; z += 1.0; return np.sum(y * z)",
    "y = np.asarray(x[0]); return product(y, x[1]) * y",
    "y = x[0, ...] * 1.0; x[0, ...] = x[1]; return y * x[0]",
    "m = np.outer(x, x); m[1, 0, ...] = x[2] * m[..., 1, 1]; m[..., 1, 0] *= x[2]; return m.sum()",
    "r = x[..., 0]; out = np.empty_like(x); out[..., 0] = r * 2.0; out[1:] = x[1:]; "
    "return np.sum(out * out)",
)
REFUSED = (
    *(f"y = {made}; {change}" for made in MADE for change in CHANGED),
    *(written.format(view) for view in VIEWS for written in WRITTEN),
    *SEEN,
)


@pytest.mark.parametrize("body", REFUSED)
def test_refused(body: str) -> None:
    f = of_text(body, HELPERS)
    f(X.copy())
    with pytest.raises((UnsupportedSyntax, UnsupportedType)):
        grad(f, target="python")(X.copy())


@pytest.mark.parametrize("body", RIGHT)
def test_right(body: str) -> None:
    f = of_text(body, HELPERS)
    check(grad(f, target="python")(X.copy()), f, X)
    tangents = [jvp(f, target="python")(X.copy(), t_x)[1] for t_x in np.eye(X.size)]
    check(np.array(tangents), f, X)
