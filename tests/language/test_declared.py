"""Functions that were compiled for certain types: their arguments and results are converted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import grad

from .compare import check_both


@njit("float64(int32, float64)")
def whole(k, x):
    return (k * x) ** 2


@njit("float64(float64, float64)")
def power(n, x):
    return x * n**-2 + n


@njit("int64(float64)")
def truncated(x):
    return x * x


@njit(["float64(float64)", "int64(int64)"])
def square(x):
    return x * x


@njit("float32(float32)")
def short(x):
    return x * x


def number_to_integer(x, k):
    return whole(k + 1, x) * k


def integer_to_number(x):
    n = 3
    return power(n, x) * x


def result_to_integer(x):
    return truncated(x) * x


def of_several_signatures(x, n):
    return square(x) * square(n)


FUNCTIONS = [
    (number_to_integer, (1.2, 1.6)),
    (integer_to_number, (1.2,)),
    (result_to_integer, (2.2,)),
    (of_several_signatures, (1.2, 3)),
]


@pytest.mark.parametrize(("function", "given"), FUNCTIONS, ids=[f.__name__ for f, _ in FUNCTIONS])
def test_conversions(function: Any, given: tuple[Any, ...]) -> None:
    check_both(function, *given)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_function_itself(target: str) -> None:
    gradient = grad(whole, wrt="x", target=target)
    assert gradient(2.5, 1.5) == pytest.approx(2.0 * 4.0 * 1.5)


def test_single_precision() -> None:
    def f(x):
        return short(x) * x

    assert grad(f)(1.1) == pytest.approx(3.0 * 1.1**2, rel=1e-6)
    assert grad(f)(1.1) != pytest.approx(3.0 * 1.1**2, rel=1e-10)


def test_what_fits_stays() -> None:
    def f(x):
        return square(x) * x

    source = grad(f).source(1.5)
    assert "float(" not in source
    assert "float64(" not in source
    assert np.isfinite(grad(f)(1.5))
