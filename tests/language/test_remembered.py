"""Functions that remember what they returned, by `functools.cache` and `lru_cache`."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from srcdiff import grad

from .compare import check, check_both


@functools.cache
def factorial(n):
    return 1.0 if n < 2 else n * factorial(n - 1)


@functools.lru_cache(maxsize=16)
def term(x, k):
    return x**k / factorial(k)


@functools.lru_cache
def halves(n):
    return np.arange(n) / 2.0


def exponential(x):
    total = 0.0
    for k in range(9):
        total += term(x, k)
    return total


def weighted(x):
    return np.sum(halves(len(x)) * x * x)


@pytest.mark.parametrize(
    ("function", "argument"), [(exponential, 0.75), (weighted, np.array([1.0, 2.0, -0.5]))]
)
def test_what_is_remembered_makes_no_difference(function, argument):
    check_both(function, argument)
    check(function, argument, target="cpu")


def test_a_function_that_remembers_is_differentiated_itself():
    assert grad(term)(0.5, 3) == pytest.approx(0.125)
