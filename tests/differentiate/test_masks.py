"""Elements that arrays of conditions, or of places, select: read, replaced, added to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from .finite import check

X = np.array([0.4, 0.89, -0.38])


def one_condition(x):
    a = x * 2.0
    a[a > 0.7] = x[0] * x[1]
    return a @ x


def two_conditions(x):
    a = x * 2.0
    a[(a > 0.7) & (x < 0.5)] = x[0] * x[1]
    return a @ x


def number_and_array(x):
    a = x * 2.0
    limit = 0.1
    a[(limit < 0.7) & (a > 0.7)] = x[0] * x[1]
    return a @ x


def negated(x):
    a = x * 2.0
    a[~(a > 0.7)] = x[0] * x[1]
    return a @ x


def added(x):
    a = x * 2.0
    limit = 0.1
    a[(limit > 0.7) | (a > 0.7)] += x[0] * x[1]
    return a @ x


def selected(x):
    a = x * 2.0
    limit = 0.1
    b = a[(limit < 0.7) & (a > 0.7)] * x[0]
    return b @ b


def moved_places(x):
    idx = np.array([0, 1, 1])
    a = x[idx + 1]
    return (a * x) @ a


def element_of_bits(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i & 1] * x[(i ^ 1) & 1]
    return total


FUNCTIONS = [
    one_condition,
    two_conditions,
    number_and_array,
    negated,
    added,
    selected,
    moved_places,
    element_of_bits,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=[f.__name__ for f in FUNCTIONS])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_gradient(function: Any, target: str) -> None:
    """The adjoint goes to the elements that were selected, however often they were."""
    check(grad(function, target=target)(X), function, X)
