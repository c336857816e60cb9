"""Booleans: what Python's and NumPy's do alike is done, and the rest is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])
FLAGS = [True, False, True]


def added(x, b):
    return (b[0] + b[2]) * x[1]


def inverted(x, b):
    return ~b[0] * x[1]


def negated(x, b):
    return -b[0] * x[1]


def compared(x, b):
    return ((x[0] > 0.0) + (x[2] > 0.0)) * x[1]


def collected(x, b):
    above = [v > 0.0 for v in x]
    return (above[0] + above[2]) * x[1]


def by_number(x, b):
    t = (x[0] > 0.0, x[1] > 0.0, x[2] > 0.0)
    n = 0
    for i in range(3):
        n = t[i] + t[0]
    return n * x[1]


def products(x, b):
    return ((x[0] > 0.0) * (x[2] > 0.0) + (x[3] > 0.0) * (x[2] > 0.0)) * x[1]


def inside(v):
    return (v > 0.0) * (v < 1.0)


def of_calls(x, b):
    return (inside(x[0]) + inside(x[3])) * x[1]


def counted_from_false(x, b):
    n = False
    for v in x:
        n += v > 0.0
    return n * x[1]


def of_a_mask(x, b):
    return np.sum((x > 0.0) + (x[0] > 0.0)) * x[1]


def less_a_mask(x, b):
    return np.sum((x > 0.0) - (x < 0.0)) * x[1]


@pytest.mark.parametrize(
    "function",
    [
        *(added, inverted, negated, compared, collected, by_number, products),
        *(of_calls, counted_from_false, of_a_mask, less_a_mask),
    ],
)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_sums_of_truth_values(function: Callable[..., Any], target: str) -> None:
    with pytest.raises(UnsupportedSyntax, match="booleans are"):
        grad(function, target=target)(X, FLAGS)


def numbers(x, b):
    both = int(x[0] > 0.0) + int(x[2] > 0.0) - int(b[0])
    return (both + 1 + (x[2] > 0.0)) * x[1] + x[0] * (x[2] > 0.0) + x[3] * b[0] * b[2]


def subtracted(x, b):
    total = (b[0] - b[1]) * x[1]
    for v in (0.4, -0.3):
        total += ((v > 0.0) - (v < 0.0)) * x[0] * v
    return total


def counted(x, b):
    n = 0
    for v in x:
        n += v > 0.0
    for flag in b:
        n += flag
    return (n + sum(v > 0.0 for v in x) + sum([v > 0.5 for v in x]) + sum(b)) * x[1]


def joined(x, b):
    one = (x[0] > 0.0) & (x[2] > 0.0) | (x[1] > 0.0) ^ b[1]
    one = one * inside(x[0])
    return one * x[1] + np.sum(inside(x) * x) + (not x[0] > 0.0) * x[2] + x[0] * (True + True)


def masks(x, b):
    inside = (x > -1.0) & (x < 1.0)
    total = np.sum(x[~inside]) + np.sum(x * (x > 0.0) * (x < 2.0)) + np.sum(~inside) * x[0]
    return total + np.sum(((x > 0.0) + (x < -1.0)) * x) + np.sum(inside) * x[3]


@pytest.mark.parametrize("function", [numbers, subtracted, counted, joined, masks])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_is_alike(function: Callable[..., Any], target: str) -> None:
    check(function, X, FLAGS, target=target)
