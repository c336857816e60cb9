"""Choices between numbers by `np.where`: their results are numbers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import vjp

from ..language.compare import check, check_both

LIMIT = 0.1


def chosen(x, y):
    a = np.where(x > y, np.nan, x * x)
    b = np.where(np.isnan(a), y, a)
    c = np.where(b > LIMIT, LIMIT, b)
    d = np.where(y > 0.0, 2, x)
    return b * c + d * x


def in_a_loop(x, y):
    z = 0.0
    for i in range(4):
        z += float(np.where(i > 1, x * y, i * y)) * x
        z = np.where(z > 1.0, z * x, z)
    return z * y


def helper(x, y):
    return np.where(x > y, x * y, y)


def in_a_function(x, y):
    return helper(x, y) * helper(y, x) * helper(x, x)


def arrays_too(x, y):
    v = np.where(np.array([x, y, 0.3]) > 0.4, x, y)
    w = np.where(x > 0.0, v, y)
    return np.sum(v * w)


FUNCTIONS = [chosen, in_a_loop, in_a_function, arrays_too]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_choices(function: Callable[..., float]) -> None:
    check_both(function, 0.9, 0.5)
    check_both(function, 0.2, 0.5)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_compiled(function: Callable[..., float]) -> None:
    check(function, 0.9, 0.5, target="cpu")


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_a_cotangent_may_be_an_array_without_dimensions(target: str) -> None:
    derivative = vjp(helper, ("x", "y"), target=target)
    assert derivative(0.9, 0.5, np.array(2.0)) == (1.0, 1.8)
    assert derivative(0.9, 0.5, 2.0) == (1.0, 1.8)
