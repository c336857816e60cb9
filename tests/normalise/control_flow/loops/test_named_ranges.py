"""Variables that are ranges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.language.compare import check_both

X = np.array([1.3, 0.7, 2.1])


def sums_of_pairs(x):
    n = len(x)
    places = range(n)
    weights = [[x[i] / x[j] for j in places] for i in places]
    total = 0.0
    for i in places:
        for j in places:
            total += weights[i][j] * (i + 1)
    return total * len(places)


def bound_again(x):
    n = 1
    places = range(n)
    n = 3
    total = 0.0
    for i in places:
        total += x[i] ** 2
    for i, j in zip(range(n), reversed(range(1, n)), strict=False):
        total += x[i] * x[j]
    return total


def bound_once_in_a_loop(x):
    total = 0.0
    for n in range(1, 4):
        if n == 2:
            places = range(n - 1, n)
        if n > 1:
            for i in places:
                total += x[i] * n
    return total


def of_a_function(x):
    places = range(0, len(x), 2)

    def scaled(factor):
        return sum(factor * x[i] for i in places)

    return scaled(x[1]) * scaled(2.0)


@pytest.mark.parametrize(
    "function", [sums_of_pairs, bound_again, bound_once_in_a_loop, of_a_function]
)
def test_ranges_with_names(function: Callable[..., float]) -> None:
    check_both(function, X)
