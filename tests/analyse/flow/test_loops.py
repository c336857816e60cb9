"""Which loops have independent iterations, and why others have not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ..facts import known

X = np.ones(4)


def total(x):
    result = 0.0
    for i in range(len(x)):
        result += x[i] * x[i]
    return result


def difference(x):
    result = 1.0
    for i in range(len(x)):
        result = result - x[i]
        result = math.sin(x[i]) + result
    return result


def sum_that_is_read(x):
    result = 0.0
    for i in range(len(x)):
        result += x[i] * result
    return result


def turned_sum(x):
    result = 0.0
    for i in range(len(x)):
        result = x[i] - result
    return result


def sum_under_a_condition(x):
    result = 0.0
    for i in range(len(x)):
        if x[i] > 0.5:
            result += x[i] * x[i]
        else:
            result -= x[i]
    return result


def scaled_sum(x):
    result = 1.0
    for i in range(len(x)):
        result *= x[i]
    return result


def sum_twice(x):
    result = 0.0
    for i in range(len(x)):
        result += result + x[i]
    return result


def index_is_carried(x):
    result = 0.0
    k = 0
    for i in range(len(x)):
        result += x[k] * x[i]
        k = (k + 3) % len(x)
    return result


def elementwise(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
        y[i] = y[i] * x[i]
    return y[0] * y[1]


def shifted(x):
    for i in range(1, len(x)):
        x[i] = x[i] * x[i - 1]
    return x[0]


def in_place(x):
    for i in range(len(x)):
        x[i] = x[i] * x[i]
    return x[0]


def in_place_backwards(x):
    for i in range(len(x) - 1, -1, -1):
        x[i] = x[i] * x[i]
    return x[0]


def in_place_from_below_zero(x):
    for i in range(-1, len(x)):
        x[i] = x[i] * x[i]
    return x[0]


def in_place_from_unknown(x, first):
    for i in range(first, len(x)):
        x[i] = x[i] * x[i]
    return x[0]


def scattered(x, order):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[order[i]] += x[i] * x[i]
    return y[0] * y[1]


def scattered_and_read(x, order):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[order[i]] += x[i] * y[0]
    return y[0]


def stored_anywhere(x, order):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[order[i]] = x[i] * x[i]
    return y[0]


def stencil(x):
    y = np.zeros_like(x)
    for i in range(1, len(x) - 1):
        y[i] = x[i - 1] * x[i + 1]
    return y[1] * y[2]


def histogram(x):
    y = np.zeros_like(x)
    for i in range(len(x) - 1):
        y[i] += x[i] * x[i]
        y[i + 1] -= x[i]
    return y[1] * y[2]


def matrix(a):
    result = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * a[i, j]
            result += a[i, j] * a[i, j]
    return result


def rows(a):
    result = 0.0
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = a[i, j] * a[i, j - 1]
        result += a[i, 0]
    return result


def columns(a):
    for i in range(1, a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * a[i - 1, j]
    return a[2, 2]


def local_array(x):
    result = 0.0
    for i in range(len(x)):
        work = np.empty(2)
        work[0] = x[i]
        work[1] = work[0] * work[0]
        result += work[1] * work[0]
    return result


def counted(x, order):
    counts, result = np.zeros(len(x)), 0.0
    for i in range(len(order)):
        counts[order[i]] = counts[order[i]] + 1.0
        result += counts[order[i]] * x[i]
    return result


def newton(x):
    result = 0.0
    for i in range(len(x)):
        y = x[i]
        while y * y - x[i] > 1e-9:
            y = 0.5 * (y + x[i] / y)
        result += y
    return result


def temperature(x, factor):
    hot = 0.0
    for i in range(len(x)):
        t = x[i] * factor
        hot += t * t
        factor = factor * 0.5
    return hot


A = np.ones((3, 3))
ORDER = np.array([0, 1, 1, 0])
CASES: list[tuple[Any, tuple[Any, ...], dict[str, str]]] = [
    (total, (X,), {"i": ""}),
    (difference, (X,), {"i": ""}),
    (sum_that_is_read, (X,), {"i": "`result` is carried from one iteration to the next"}),
    (turned_sum, (X,), {"i": "`result` is carried from one iteration to the next"}),
    (sum_under_a_condition, (X,), {"i": ""}),
    (scaled_sum, (X,), {"i": "`result` is carried from one iteration to the next"}),
    (sum_twice, (X,), {"i": "`result` is carried from one iteration to the next"}),
    (index_is_carried, (X,), {"i": ""}),
    (elementwise, (X,), {"i": ""}),
    (shifted, (X,), {"i": "elements of `x` are shared by several iterations"}),
    (in_place, (X,), {"i": ""}),
    (in_place_backwards, (X,), {"i": ""}),
    (in_place_from_below_zero, (X,), {"i": "elements of `x` are shared by several iterations"}),
    (in_place_from_unknown, (X, 0), {"i": "elements of `x` are shared by several iterations"}),
    (scattered, (X, ORDER), {"i": ""}),
    (scattered_and_read, (X, ORDER), {"i": "elements of `y` are shared by several iterations"}),
    (stored_anywhere, (X, ORDER), {"i": "elements of `y` are shared by several iterations"}),
    (stencil, (X,), {"i": ""}),
    (histogram, (X,), {"i": ""}),
    (matrix, (A,), {"i": "", "j": ""}),
    (rows, (A,), {"i": "", "j": "elements of `a` are shared by several iterations"}),
    (columns, (A,), {"i": "elements of `a` are shared by several iterations", "j": ""}),
    (local_array, (X,), {"i": ""}),
    (newton, (X,), {"i": "", "while": "`y` is carried from one iteration to the next"}),
    (temperature, (X, 2.0), {"i": ""}),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_the_loops_of(case: tuple[Any, tuple[Any, ...], dict[str, str]]) -> None:
    function, arguments, expected = case
    wrt = next(iter(function.__code__.co_varnames))
    found = known(function, wrt, *arguments)
    obstacles = {counter: found.facts.loops.obstacle[found.loop(counter)] for counter in expected}
    assert obstacles == expected


def test_what_does_not_take_part_does_not_count() -> None:
    found = known(counted, "x", X, np.array([0, 2]))
    assert found.facts.loops.obstacle[found.loop("i")] == ""
    found = known(temperature, ("x", "factor"), X, 2.0)
    reason = "`factor` is carried from one iteration to the next"
    assert found.facts.loops.obstacle[found.loop("i")] == reason
