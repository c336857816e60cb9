"""Integers beside floating-point numbers: derivatives are floating, and do not overflow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import adjoint, grad, jvp, value_and_grad, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
LARGE = 4_000_000_000  # its square needs 64 bits


def once(x, n):
    return x * n


def twice(x, n):
    return x * n * n


def around(x, n):
    return n * x * n


def squared_later(x, n):
    y = x * n
    return y * n


def power(x, n):
    return x**2 * n * n


def quotient(x, n):
    return x / n * n * n * n


def fourth(x, n):
    total = 0.0
    for i in range(0, n, n // 4):
        total += x * i * i * i * i
    return total


def weighted(x, n):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * n * n * (i + 1)
    return total


SCALARS = [once, twice, around, squared_later, power, quotient, fourth]


@pytest.mark.parametrize("function", SCALARS, ids=lambda f: f.__name__)
@TARGETS
def test_products_with_large_integers(function: Any, target: str) -> None:
    found = grad(function, target=target)(0.5, LARGE)
    # all of them are multiples of x or x * x, and x is 0.5
    assert found == pytest.approx(function(1.0, LARGE), rel=1e-14)
    assert isinstance(found, float)


@TARGETS
def test_products_of_elements_with_large_integers(target: str) -> None:
    found = grad(weighted, target=target)(np.ones(3), LARGE)
    np.testing.assert_allclose(found, float(LARGE) ** 2 * np.arange(1.0, 4.0))


@TARGETS
def test_every_kind_of_derivative_is_floating(target: str) -> None:
    assert isinstance(grad(once, target=target)(2.0, 3), float)
    value, gradient = value_and_grad(once, target=target)(2.0, 3)
    assert isinstance(value, float) and isinstance(gradient, float)
    assert isinstance(vjp(once, target=target)(2.0, 3, 1), float)
    assert isinstance(adjoint(once, target=target)(2.0, 3, 1), float)


def unused(x, n):
    return n * 2.0


def branch(x, n):
    return x * n if n > 2 else x


@TARGETS
def test_the_type_does_not_depend_on_the_way(target: str) -> None:
    assert isinstance(grad(branch, target=target)(2.0, 3), float)
    assert isinstance(grad(branch, target=target)(2.0, 1), float)
    assert grad(unused, target=target)(2.0, 1) == 0.0


# Derivatives for integers are those for the same numbers as floating-point numbers. Rules of two
# operands square and subtract the one that is an integer, or take its logarithm.


def arctan2(x, k):
    return np.sum(np.arctan2(x, k)) + 2.0 * np.sum(np.arctan2(k, x))


def powers_of_integers(x, k):
    return np.sum(np.power(k, x)) + np.sum(k**x)


def of_elements(x, k):
    total = 0.0
    for i in range(len(k)):
        total += math.atan2(x[i], k[i]) + k[i] ** x[i]
    return total


def integers_as_points(x, k):
    return np.sum(np.interp(x * k[0], np.cumsum(k), k))


def at_integers(x, k):
    return np.sum(np.interp(k, np.cumsum(x), x)) + np.interp(k[0], np.cumsum(x), x)


def slopes_at_integers(x, k):
    return np.sum(np.gradient(x, k) ** 2)


def pairs(x, k):
    return np.cross(x[:2], k[:2]) ** 2


OF_ARRAYS = [
    arctan2,
    powers_of_integers,
    of_elements,
    integers_as_points,
    at_integers,
    slopes_at_integers,
    pairs,
]
NARROW = [
    np.array([250, 3, 1, 40], np.uint8),
    np.array([1, 4, 2, 120], np.int8),
    np.array([50000, 3, 1, 40], np.uint16),
    np.array([70000, 3, 1, 40], np.int32),
    np.array([3, 2, 1, 5], np.uint64),
    np.array([LARGE, 3, 1, 40]),
]


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("k", NARROW, ids=lambda k: str(k.dtype))
@pytest.mark.parametrize("function", OF_ARRAYS, ids=lambda f: f.__name__)
def test_integers_count_as_the_floats_that_they_are(function: Any, k: Any) -> None:
    same_as_for_floats(function, k, "python")


@pytest.mark.parametrize("function", OF_ARRAYS, ids=lambda f: f.__name__)
def test_integers_count_as_the_floats_that_they_are_in_compiled_code(function: Any) -> None:
    same_as_for_floats(function, NARROW[0], "cpu")


def same_as_for_floats(function: Any, k: Any, target: str) -> None:
    x, t_x = np.array([0.3, 0.7, 0.4, 1.1]), np.arange(1.0, 5.0)
    if function is integers_as_points and str(k.dtype).endswith(("int8", "int16")):
        k = k // 8  # their sums fit
    found = value_and_grad(function, target=target)(x, k)
    wanted = value_and_grad(function, target=target)(x, k.astype(np.float64))
    np.testing.assert_allclose(found[0], wanted[0], rtol=1e-12)
    np.testing.assert_allclose(found[1], wanted[1], rtol=1e-12)
    value, tangent = jvp(function, target=target, wrt=0)(x, k, t_x)
    np.testing.assert_allclose(value, wanted[0], rtol=1e-12)
    np.testing.assert_allclose(tangent, wanted[1] @ t_x, rtol=1e-12)
