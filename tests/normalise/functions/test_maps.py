"""`map`, `filter`, `itertools.product` and `itertools.combinations`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from itertools import combinations, product

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad
from tests.language.compare import check, check_both

X = np.array([1.5, 2.5, 0.7])


def square(v):
    return v * v


def reduced(x):
    total = sum(map(lambda v: v * v * x[0], x))
    return total + max(map(math.sin, x)) * min(map(abs, x))


def listed(x):
    pairs = np.array(list(map(lambda u, v: u * v, x, x[::-1])))
    chosen = list(map(square, filter(lambda v: v > 1.0, x)))
    return np.sum(pairs) * sum(chosen)


def unpacked(x):
    p, q = map(float, (x[0], x[1]))
    return p * q * q


def looped(x):
    total = 1.0
    for v in map(square, x):
        if v > 5.0:
            break
        total += v
    else:
        total *= 2.0
    for v in filter(lambda v: v > 1.0, x):
        if v > 2.0:
            continue
        total *= v
    return total


def evaluated_late(x):
    total = 0.0
    y = x.copy()
    for v in map(lambda t: t * y[1], y):
        y[1] = v
        total += v * y[0]
    return total


def last_chosen(x):
    v = x[2]
    for v in filter(lambda u: u > 2.0, x):  # noqa: B007
        pass
    return v * x[0]


def of_ranges(x):
    total = 0.0
    n = 3
    for i, j in product(range(2), range(n)):
        n = 1
        total += x[i] ** j * x[0]
    for i, j, k in itertools.product(range(2), repeat=3):
        total += x[i] * x[j] * x[k] * n
    return total


def of_pairs(x):
    n = len(x)
    total = 0.0
    for i, j in combinations(range(n), 2):
        if i == 1:
            continue
        total += x[i] * x[j] ** 2
        n = 0
    return total + sum(x[i] * x[j] for i, j in itertools.combinations(range(len(x)), 2))


@pytest.mark.parametrize(
    "function",
    [reduced, listed, unpacked, looped, evaluated_late, last_chosen, of_ranges, of_pairs],
)
def test_the_gradient(function: Callable[..., float]) -> None:
    check_both(function, X)


@pytest.mark.parametrize("function", [listed, looped, of_ranges, of_pairs])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, X, target="cpu")


def left_early(x):
    total = x[1]
    for i, j in product(range(3), range(3)):
        if i == j:
            break
        total += x[i]
    return total


def bound_in_the_body(x):
    total = 0.0
    for i, _ in product(range(2), range(2)):
        i = 0
        total += x[i]
    return total


def read_before(x):
    i = 2
    total = 0.0
    for i, j in product(range(2), range(i)):  # noqa: B020
        total += x[i] * x[j]
    return total


def used_after(x):
    i = 2
    for i, _ in product(range(3), range(0)):  # noqa: B007
        pass
    return x[i]


def used_twice(x):
    squares = map(square, x)
    return sum(squares) + sum(squares)


@pytest.mark.parametrize(
    "function", [left_early, bound_in_the_body, read_before, used_after, used_twice]
)
def test_what_loops_in_each_other_cannot_do_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(SrcdiffError):
        grad(function, target="python")(X)
