"""Statements on whole arrays as loops: which become one, and which have to stay."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import grad, value_and_grad, vjp
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.optimise.elements.loops import loops
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import function, unparse

VECTOR, MATRIX = numba_types.float64[:], numba_types.float64[:, :]
KINDS = {
    **dict.fromkeys(("a", "b", "c", "d", "u"), VECTOR),
    **dict.fromkeys(("m", "n"), MATRIX),
    **dict.fromkeys(("s", "t"), numba_types.float64),
    **dict.fromkeys(("k", "size"), numba_types.int64),
    "z": numba_types.complex128[:],
    "q": numba_types.int64[:],
    "w": numba_types.float32[:],
    "p": numba_types.Array(numba_types.float64, 0, "C"),
}
SHAPES = {**dict.fromkeys("abcdwq", "a"), "u": "u", **dict.fromkeys("mn", "(size, a[0])")}
SYMBOLS = Symbols(Types(KINDS, numba_types.none), frozenset(), frozenset(), shapes=SHAPES)
GIVEN = "a, b, c, d, u, m, n, s, t, k, size, q, w, p"

ONE_LOOP = {
    "updates": ("a += b * c; b += c * d; c[:] = 0.0", "a[i] += b[i] * c[i]", "c[i] = 0.0"),
    "matrices": ("m += 3.0 * n * n", "m[i, j] += 3.0 * n[i, j] * n[i, j]"),
    "a sum": ("a += b * c; s += np.sum(b * c)", "s += b[i] * c[i]"),
    "a sum that begins": ("a += b * c; b -= c; s = -np.sum(b)", "s = 0.0", "s += -b[i]"),
    "a number in between": ("e = b * c; a += e; d -= e * e", "e = b[i] * c[i]", "d[i] -= e * e"),
    "rows": ("a += m[k] * b; m[k] = 0.0", "a[i] += m[k, i] * b[i]", "m[k, i] = 0.0"),
    "functions": ("a += np.exp(b) * np.maximum(c, 0.0); b *= 2.0", "np.exp(b[i])"),
    "an array that stays": ("e = b * c; a += e; b -= e; d = e + b; return d", "d[i] = e + b[i]"),
    "another name": ("e = a; a += b * c; d += e * b", "e = a\n", "d[i] += e[i] * b[i]"),
    "a copy": ("e = a; b += e * c; a = 2.0 * e; b += a; return b", "e = a[i]", "b[i] += a"),
}
AS_IT_IS = {
    "one of several statements on matrices": "m += 3.0 * n * n; x = f(m * n)",
    "as many new arrays": "e = b * c; a += e; return e",
    "one statement on vectors": "a += b * c",
    "nothing is computed": "a += b; c += d",
    "another shape": "a += b * c; u += 2.0 * u",
    "shapes that nobody knows": "e = np.sin(x); e += y * 2.0; e *= e",
    "an element of what is written": "a += b * a[0]; b += a * c",
    "a sum that is read": "s = np.sum(b * c); a += s * b",
    "a part of what is written": "c = a[::-1]; a += b * c; b += c * d",
    "a shifted row": "c = m[k]; m[k] += b * c; c += b * d",
    "float32": "w += w * w; w *= 2.0",
    "integers": "q += q * q; q *= 2",
    "no dimension": "p += p * p; p *= 2.0",
    "a call": "a += b * math.exp(s); b += c * math.exp(s)",
    "an unknown function": "a += f(b) * c; b += f(c) * d",
    "an axis": "s = np.sum(m * n, axis=0); a += b * s",
    "a row of another length": "u += m[k] * u; m[k] += u * u",
}


def lowered(text: str) -> str:
    """Return a function with loops, the marks of names left out."""
    body = "\n".join(f"  {line}" for line in text.split("; "))
    tree = loops(function(f"def f({GIVEN}):\n{body}\n  return None"), SYMBOLS)
    return unparse(tree).replace("for·", "").replace("·0000", "").replace("·000", "")


@pytest.mark.parametrize("title", ONE_LOOP)
def test_neighbours_are_one_loop(title: str) -> None:
    text, *lines = ONE_LOOP[title]
    found = lowered(text)
    assert found.count("for ") == (2 if "[i, j]" in found else 1), found
    for line in lines:
        assert line in found, found


@pytest.mark.parametrize("title", AS_IT_IS)
def test_what_stays(title: str) -> None:
    assert "for " not in lowered(AS_IT_IS[title])


def misfit(x, y, k):
    """Several sums over one residual."""
    r = x * k - y[: len(x)]
    return np.sum(r * r) + k * np.sum(r * x)


def powers(m, k):
    """A matrix in several powers."""
    n = m * m
    return np.sum(n * m) * k + np.sum(n)


def swapped(x, steps):
    """Two arrays that go on in turn."""
    u, v = x * 2.0, x * 0.5
    for _ in range(steps):
        u, v = v + 0.1 * u * v, u
    return np.sum(u * v)


GIVEN_ARGUMENTS = [
    (misfit, (np.linspace(0.2, 0.9, 5), np.linspace(1.0, 2.0, 7), 0.3), ("x", "k")),
    (misfit, (np.zeros(0), np.linspace(1.0, 2.0, 7), 0.3), ("x", "k")),
    (powers, (np.linspace(0.2, 0.9, 6).reshape(2, 3), 0.3), ("m", "k")),
    (powers, (np.asfortranarray(np.linspace(0.2, 0.9, 6).reshape(2, 3)), 0.3), ("m", "k")),
    (powers, (np.linspace(0.2, 0.9, 12).reshape(4, 3)[::-2], 0.3), ("m", "k")),
    (powers, (np.zeros((0, 3)), 0.3), ("m", "k")),
    (swapped, (np.linspace(0.2, 0.9, 5), 3), ("x",)),
    (swapped, (np.linspace(0.2, 0.9, 5)[::-1], 0), ("x",)),
]


@pytest.mark.parametrize("case", range(len(GIVEN_ARGUMENTS)))
def test_loops_give_what_whole_arrays_give(case: int) -> None:
    f, given, wrt = GIVEN_ARGUMENTS[case]
    whole = value_and_grad(f, wrt=wrt, target="python")(*given)
    for target in ("python", "cpu"):
        found = value_and_grad(f, wrt=wrt, target=target, arrays="loops")(*given)
        np.testing.assert_allclose(found[0], whole[0], rtol=1e-14)
        for one, other in zip(found[1], whole[1], strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-13)


def test_who_asks_for_whole_arrays_gets_them() -> None:
    loop, whole = grad(powers, "m"), grad(powers, "m", arrays="whole")
    given = GIVEN_ARGUMENTS[2][1]
    np.testing.assert_allclose(loop(*given), whole(*given), rtol=1e-14)
    assert "for " in loop.source() and "for " not in whole.source()


def test_cotangents_of_other_shapes_are_refused_as_before() -> None:
    def f(x, y):
        return x * y + 2.0 * y

    given = np.ones(3), np.ones(3)
    for target in ("python", "cpu"):
        with pytest.raises(ValueError, match="shape"):
            vjp(f, ("x", "y"), target=target)(*given, np.ones(4))
