"""`np.asarray`, `np.array` and types of elements, of what is an array or a number already."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp

from ..differentiate.finite import check

X = np.array([0.35, 0.89, -0.38])


def array_of_array(x):
    y = np.array(x, dtype=float, copy=True, order="C")
    y[0] = 2.0 * x[1]
    return x @ y


def same_array(x):
    y = np.asarray(x * x, dtype="float64")
    y[0] = 2.0 * x[1]
    return x @ y


def elements_of_integers(x):
    k = np.asarray(np.arange(3), float)
    k[0] = x[1]
    return x @ k


def display(x):
    y = np.array([x[0], 1, 2.0], dtype=float)
    return x @ y


def comprehension(x):
    y = np.array([x[i] * x[0] for i in range(3)], dtype=float)
    return x @ y


def growing_list(x):
    parts = []
    for i in range(3):
        parts.append(x[i] * x[i])
    y = np.array(parts, dtype=np.float64)
    return x @ y


def number(x):
    y = np.array(x[0] * x[1])
    z = np.asarray(x[2], dtype=float)
    return x[0] * y * np.asarray(3) + z


def cast(x):
    return np.ones(3, dtype=int).astype(float) @ x.astype(float, copy=True)


FUNCTIONS = [
    array_of_array,
    same_array,
    elements_of_integers,
    display,
    comprehension,
    growing_list,
    number,
    cast,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=[f.__name__ for f in FUNCTIONS])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_gradient(function: Any, target: str) -> None:
    """What is converted keeps its derivative, and what is shared stays shared."""
    check(grad(function, target=target)(X), function, X)


def of_either(x, y):
    x = np.asarray(x)
    if (x < -9.0).any():
        raise ValueError("too low")
    if (y > x).all() and not (x > 10.0).any():
        return (x**2).sum() * np.log10(x + y).mean() + x.max() * np.asarray(y).prod()
    return (x * y).min()


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("x", [X, 1.5])
def test_numbers_have_the_methods_of_arrays(x: Any, target: str) -> None:
    """A function of arrays that is called with numbers."""
    derivative = grad(of_either, target=target)
    for y in (x + 1.0, x - 1.0):
        check(derivative(x, y), lambda x, y=y: of_either(x, y), x)


def clipped(x):
    x = np.asarray(x, dtype=float)
    if x < 0.5:
        x = x * 2.0
    return x * x


def test_parameter() -> None:
    """A parameter that is a number stays one, and may be compared and bound anew."""
    check(grad(clipped, target="python")(0.3), clipped, 0.3)


def limits_of_types(x, v):
    info = np.finfo(v.dtype)
    other = np.finfo((v * 2)[:].dtype).eps
    return x * x * info.eps / other + x * np.iinfo(np.arange(3).dtype).max / info.max


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_limits_of_types(dtype, target):
    """What types say of arrays that are computed is a number, also where nothing is compiled."""
    found = grad(limits_of_types, "x", target=target)(0.7, np.ones(2, dtype))
    limit = np.iinfo(np.int64).max / float(np.finfo(dtype).max)
    assert found == pytest.approx(1.4 + limit)


def of_no_dimensions(x, y):
    k = y.astype(np.int64)
    if k > 1:
        x = x * x
    if y.astype(np.int32) == 0:
        x = 2.0 * x
    return x * y


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_arrays_without_dimensions_become_integers(target: str) -> None:
    for y, slopes in ((2.5, (2.5, 0.25)), (0.5, (1.0, 1.0))):
        found = grad(of_no_dimensions, (0, 1), target=target)(0.5, np.array(y))
        assert tuple(map(float, found)) == slopes
    _, tangent = jvp(of_no_dimensions, 0, target=target)(0.5, np.array(2.5), 1.0)
    assert tangent == 2.5


def narrow_of_no_dimensions(x, y):
    w = y.astype(np.float32)
    return x * w


def narrow_element(x, y):
    w = np.float32(y[()])
    return x * w


def test_arrays_without_dimensions_do_not_become_narrow() -> None:
    with pytest.raises(UnsupportedSyntax, match="`y` has no dimension"):
        grad(narrow_of_no_dimensions, (0, 1))(0.5, np.array(2.5))
    assert grad(narrow_element, (0, 1))(0.5, np.array(2.5)) == (2.5, 0.5)
