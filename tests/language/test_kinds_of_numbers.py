"""What is not arithmetic: warnings, limits of types, types as values, conversions of numbers."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.special
from numba.core.types import WrapperAddressProtocol, float64
from numba.extending import get_cython_function_address

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both

V = np.array([1.2, 0.4, 2.3, 0.7])
EPS = np.finfo(float).eps


def pointer(name: str) -> Any:
    """Return what Numba takes for a function of SciPy: an object with its address."""
    __import__("scipy.special.cython_special")
    known = sys.modules["scipy.special.cython_special"].__pyx_capi__
    title = next(n for n in (f"__pyx_fuse_1{name}", name) if n in known)
    address = get_cython_function_address("scipy.special.cython_special", title)
    parts = {
        "__wrapper_address__": lambda self: address,
        "signature": lambda self: float64(float64, float64),
        "__call__": lambda self, x, y: getattr(scipy.special, name)(x, y),
    }
    return type(name, (WrapperAddressProtocol,), parts)()


xlogy = pointer("xlogy")


def pointed(x, y):
    return xlogy(x, y) * x + xlogy(x + 1.0, x * y)


def types_as_values(v, x):
    real = type(x)
    kind = v.dtype
    out = np.empty(len(v), real)
    other = np.zeros(2, kind)
    for i in range(len(v)):
        out[i] = v[i] * real(2) + x * x
    other[1] = out[0] * x
    return out.sum() * v.dtype.type(0.5) + other.sum()


def limits(v, x):
    if x > np.finfo(np.float64).max or len(v) > np.iinfo(np.int64).max:
        return x
    return x * x / (1.0 + np.finfo(float).eps) + np.sum(v / (v + np.finfo(v.dtype).eps + EPS))


def warned(x):
    if x > 0.0:
        warnings.warn(f"too large: {x}", RuntimeWarning, stacklevel=2)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = x * x
    with contextlib.suppress(ZeroDivisionError):
        y = y / (x - 1.0)
    return y


def at_least(x, v):
    a = np.atleast_1d(x)
    b = np.atleast_2d(x)
    c = np.atleast_1d(v)
    return a[0] * b[0, 0] + a.sum() * c[1] + len(a)


def kinds(v):
    if hasattr(v, "__len__"):
        return v[0] * v[1]
    return v * v * v


def switched(x, y):
    return chosen(x, "square") * chosen(y, "cube")


def chosen(x, kind):
    return {"square": x * x, "cube": x**3}[kind]


def integer_on_one_way(x, c):
    s = 0
    if c > 0.0:
        s /= x[1]
    z = np.full(len(x), s)
    total = 0.0
    for k in range(len(x)):
        total += np.sum(z * x[k] * x) + x[k]
    return total


def diagonal_replaced(x):
    work = np.diag(np.dot(np.full((len(x), 2), 0.3), np.full((2, len(x)), 0.5)))
    b = 1.0
    while b > 0.1:
        b *= 0.5
        x[0] *= 1.0 + work[1]
        work = np.zeros(len(x))
    work += 0.7
    return work[0] * x[0]


CASES: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    (pointed, (1.3, 0.7)),
    (types_as_values, (V, 1.3)),
    (limits, (V, 1.3)),
    (at_least, (1.3, V)),
    (kinds, (V,)),
    (kinds, (1.3,)),
    (switched, (1.3, 0.7)),
    (integer_on_one_way, (V, -1.0)),
    (integer_on_one_way, (V, 1.0)),
    (diagonal_replaced, (V,)),
]
NAMES = [f"{function.__name__}-{k}" for k, (function, _) in enumerate(CASES)]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=NAMES)
def test_uncompiled(function: Callable[..., float], arguments: tuple[Any, ...]) -> None:
    """Both modes agree with differences."""
    check_both(function, *arguments)


@pytest.mark.parametrize("function", [at_least, pointed, types_as_values])
def test_compiled(function: Callable[..., float]) -> None:
    """Compiled derivatives do the same."""
    for other, arguments in CASES:
        if other is function:
            check(function, *arguments, target="cpu")


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_no_warnings(target: str) -> None:
    """A derivative gives none of the warnings of the function."""
    derivative = grad(warned, target=target)
    np.testing.assert_allclose(derivative(3.0), 0.75)
    assert derivative(1.0) == 2.0
    assert "warnings" not in derivative.source(3.0)


def limits_of_a_product(x, n):
    y = x * 2.0
    return x[0] * (np.finfo(y.dtype).eps * 1e7)


def limits_of_an_expression(x, n):
    return x[0] * (np.finfo((x / 3.0).dtype).eps * 1e7)


def limits_of_an_element(x, n):
    return x[0] * (np.finfo(2.0 * x[1]).eps * 1e7)


def limits_of_a_sum_of_integers(x, n):
    return x[0] * np.iinfo((n + 1).dtype).max


@pytest.mark.parametrize(
    "function",
    [
        limits_of_a_product,
        limits_of_an_expression,
        limits_of_an_element,
        limits_of_a_sum_of_integers,
    ],
)
def test_limits_of_what_is_wider_when_compiled_are_refused(function: Callable[..., Any]) -> None:
    """Beside numbers of Python, NumPy keeps narrow numbers as they are."""
    with pytest.raises(UnsupportedSyntax, match="limits of a type are asked for that may be"):
        grad(function, target="python")(V.astype(np.float32), np.array([1, 2], np.int8))


def limits_of_what_is_clear(x, n):
    y = x * x
    z = x.astype(np.float64) * 2.0
    return x[0] * (np.finfo(y.dtype).eps * 1e7) + x[1] * (np.finfo(z.dtype).eps * 1e16)


def test_limits_of_what_is_as_wide_in_numpy() -> None:
    found = grad(limits_of_what_is_clear, target="python")(V.astype(np.float32), np.array([1]))
    assert found == pytest.approx([np.finfo(np.float32).eps * 1e7, EPS * 1e16, 0.0, 0.0])
