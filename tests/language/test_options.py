"""Options that decide what runs: through tuples of arguments, flags, loops."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy import asarray, atleast_1d

from srcdiff import grad

from .compare import check, check_both

X = np.array([0.4, 1.3, 0.2])


def shaped(x, rate, kind):
    if kind == "square":
        return rate * x * x
    if kind == "cube":
        return rate * x**3
    return missing(x)  # noqa: F821


def solved(f, start, args=(), tolerance=None, steps=3):
    x = start
    for _ in range(steps):
        if tolerance is not None and abs(f(x, *args)) < tolerance:
            return x
        x = x - 0.1 * f(x, *args)
    return x


def texts_in_tuples(x, rate):
    return solved(shaped, x, args=(rate, "cube")) * solved(shaped, x, (rate, "square"), steps=2)


def newton(f, x, slope=None, curvature=None, steps=4):
    with_slope = slope == True  # noqa: E712
    with_curvature = curvature == True  # noqa: E712
    for _ in range(steps):
        if with_curvature:
            value, first, _ = f(x)
        elif with_slope:
            value, first = f(x)
        else:
            value, first = f(x), slope(x)
        if first == 0.0:
            if abs(value) > 1.0:
                raise ValueError("flat")
            else:
                raise ZeroDivisionError("flat")
        x = x - value / first
    return x


def flags(x, rate):
    return newton(lambda y: (y * y - rate * x, 2.0 * y), x, slope=True)


def scaled(x, limit=None, factor=None):
    for _ in range(3):
        x = x * 1.1
        if limit is not None:
            limit *= 2.0
        if factor is not None and x < factor:
            factor = factor + x
        if x < 0.0 and x < limit:
            x = 0.0
    return x


def options_kept_by_loops(x, rate):
    return scaled(x) * scaled(x, limit=rate) * scaled(x, factor=rate)


def other_names(x, rate):
    sine, exp, k = math.sin, math.exp, 2.0
    twice = double
    return sine(x) * exp(rate) * k + twice(x)


def double(x):
    return 2.0 * x


def at_least(x, rate):
    rows = atleast_1d(asarray(x))
    table = np.atleast_2d(rate)
    return rows[0] * table[0, 0] * rows.size + table[-1, 0] * table.shape[1]


TABLE = {"steep": (2.0, 3), "flat": (0.5, 1)}


def taken_from_tables(x, rate, kind="steep"):
    slope, power = None, None
    if kind in TABLE:
        slope, power = TABLE[kind]
    if slope is None:
        slope, power = nowhere[kind]  # noqa: F821
    return slope * x**power + rate * TABLE["flat"][0]


def by_length(coefficients):
    count = len(coefficients)
    if count == 1:
        return missing(coefficients)  # noqa: F821
    if count == 2:
        return coefficients[0] * coefficients[1]
    return sum(coefficients) + count


def lengths_of_tuples(x, rate):
    return by_length((x, rate)) * by_length((x, rate, x))


CASES: list[Callable[..., Any]] = [
    texts_in_tuples,
    flags,
    options_kept_by_loops,
    other_names,
    at_least,
    taken_from_tables,
    lengths_of_tuples,
]


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_uncompiled(function: Callable[..., Any]) -> None:
    check_both(function, 0.7, 0.3)


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_compiled(function: Callable[..., Any]) -> None:
    check(function, 0.7, 0.3, target="cpu")


def test_a_comparison_with_none_raises() -> None:
    def bounded(x, low=None):
        if not x >= low:
            x = low
        return x * x

    with pytest.raises(TypeError):
        grad(bounded, wrt="x", target="python")(1.0)
    assert grad(bounded, wrt="x", target="python")(1.0, 0.5) == 2.0
