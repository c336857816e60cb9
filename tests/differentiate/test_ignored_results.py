"""Calls for what they write, whose results are ignored."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ..language.compare import check

X = np.array([1.2, 0.7, 2.1])


def scaled(values, k):
    pivot = values[k]
    for i in range(len(values)):
        values[i] = values[i] / pivot + pivot * i
    return values


def squared(values, k):
    values[k] = values[k] * values[k]
    return values[k], len(values)


def multiplied(values):
    values[0] *= values[1]


def powers(values, n):
    if n == 0:
        return values[0]
    values[0] *= values[1]
    powers(values, n - 1)
    return values[0] * 2.0


def several(x, a):
    values = x * a
    scaled(values, 1)
    for k in range(2):
        scaled(values, k)
        squared(values, k)
    multiplied(values)
    return np.sum(values * values)


def used_and_ignored(x, a):
    values = x * a
    last, count = squared(values, 0)
    squared(values, 1)
    scaled(values, 2)
    return np.sum(values) * last * count


def recursive(x, a):
    values = x * a
    powers(values, 3)
    return np.sum(values)


def scaled_and_sum(values):
    return values * 3.0, np.sum(values * values)


def changed_and_not_read(x, a):
    parts, total = scaled_and_sum(x)
    parts += x
    return total * a


def changed_in_loops_and_not_read(x, a):
    result = 0.0
    k = 0
    while k < 3:
        if x[0] > 0.0:
            parts, total = scaled_and_sum(x * a)
            parts[0] = x[1] * total
            result += total * k
        k += 1
    return result


def changed_under_other_names(x, a):
    parts, total = scaled_and_sum(x)
    again, _ = scaled_and_sum(parts)
    other = parts
    other[0] = x[1] * a
    tail = again[1:]
    tail *= 2.0
    return total


CHANGED = [changed_and_not_read, changed_in_loops_and_not_read, changed_under_other_names]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [several, recursive, *CHANGED])
def test_the_gradient(function: Callable[..., float], target: str) -> None:
    check(function, X, 1.3, target=target)


def test_calls_whose_results_are_used_beside_others() -> None:
    check(used_and_ignored, X, 1.3, target="python")
