"""Integers of NumPy to negative powers raise, those of Python are numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import srcdiff
from srcdiff import WrongCall, grad, jvp, value_and_grad

K = np.array([3, -2], dtype=np.int16)


def element(x, k, n):
    return x * k[0] ** n


def negated(x, k, n):
    return x * k[0] ** -k[1] + n


def in_a_loop(x, k, n):
    total = 0.0
    for i in range(2):
        total += x * k[i] ** (n - i)
    return total


def of_an_array(x, k, n):
    return x * np.sum(k**n)


def by_an_array(x, k, n):
    return x * np.sum(3 ** (k - 1 + n))


def by_a_function(x, k, n):
    return x * np.power(k[1], n)


def in_a_branch(x, k, n):
    if k[0] ** n < 2:
        return x * x
    return x * 3.0


def of_a_global(x, k, n):
    return x * K[0] ** n


RAISING = (
    *(element, negated, in_a_loop, of_an_array, by_an_array, by_a_function, in_a_branch),
    of_a_global,
)


WIDE = [(f, np.int64) for f in RAISING]
NARROW = [(f, np.int8) for f in RAISING if f not in (of_an_array, by_an_array)]  # may not fit


@pytest.mark.parametrize(("function", "dtype"), WIDE + NARROW)
def test_they_raise_as_in_numpy(function: Callable[..., Any], dtype: type) -> None:
    k = np.array([1, 2], dtype=dtype)
    with pytest.raises(ValueError, match="negative integer powers"):
        function(1.5, k, -1)
    for find in grad(function, target="python"), value_and_grad(function, target="python"):
        with pytest.raises(ValueError, match="negative integer powers"):
            find(1.5, k, -1)
    with pytest.raises(ValueError, match="negative integer powers"):
        jvp(function, target="python")(1.5, k, -1, 1.0)


@pytest.mark.parametrize("function", [f for f in RAISING if f is not negated])
def test_others_have_values(function: Callable[..., Any]) -> None:
    k = np.array([1, 2])
    value, slope = value_and_grad(function, target="python")(1.5, k, 2)
    assert value == pytest.approx(function(1.5, k, 2))
    difference = (function(1.5 + 1e-6, k, 2) - function(1.5 - 1e-6, k, 2)) / 2e-6
    assert slope == pytest.approx(difference)


def test_compiled() -> None:
    """Numba's power is 0 there."""
    with pytest.raises(ValueError, match="negative integer powers"):
        grad(by_a_function)(1.5, np.array([1, 2]), -1)


def test_what_raises_for_nothing() -> None:
    """No element of an empty array is raised to any power."""
    assert grad(of_an_array, target="python")(1.5, np.zeros(0, int), -1) == 0.0


def test_integers_of_python() -> None:
    assert grad(lambda x, n: x * n**-1, target="python")(1.5, 4) == 0.25


def test_a_function_that_always_raises() -> None:
    def inverse(x, k):
        return x * k[0] ** -1

    with pytest.raises(WrongCall, match="does not get to its `return`"):
        srcdiff.grad(inverse, target="python")(1.5, np.array([1, 2]))
