"""Counters of loops with `break` are found again instead of saved, wherever that is right."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from ..finite import check

X = np.array([0.3, 1.2, 0.8, 2.1, 0.4])


def first_above(x, level):
    for i in range(1, len(x)):
        if x[i] > level:
            return i + (level - x[i - 1]) / (x[i] - x[i - 1])
    return -1.0


def every_second(x, level):
    total = 0.0
    for i in range(0, len(x), 2):
        total += x[i] * i
        if total > level:
            break
    return total


def downwards(x, level):
    total = 1.0
    for i in range(4, -1, -1):
        total *= x[i] + i
        if total > level:
            break
    return total


def own_counter(x, level):
    total = 0.0
    i = 2
    while total < level and i < len(x):
        total += math.sin(x[i]) * i
        i += 1
    return total


COUNTED = [first_above, every_second, downwards, own_counter]


@pytest.mark.parametrize("level", [0.1, 1.0, 100.0])
@pytest.mark.parametrize("program", COUNTED, ids=lambda program: program.__name__)
def test_counters_are_not_saved(program: Any, level: float) -> None:
    derivative = grad(program, target="python")
    check(derivative(X, level), program, X, level)
    assert "int64" not in derivative.source(X, level)
    assert " i:" not in str(derivative.report(X, level))


def two_steps(x, level):
    total = 0.0
    i = 0
    while total < level and i < len(x):
        total += x[i] * i
        i += 2 if x[i] > 0.5 else 1
    return total


def in_a_branch(x, level):
    total = 0.0
    i = 0
    while total < level and i < 4:
        total += x[i] + 0.1
        if x[i] > 0.5:
            i += 1
    return total


def from_an_argument(x, level):
    total = 0.0
    for i in range(int(level), len(x)):
        total += x[i] * i
        if total > 3.0:
            break
    return total


def repeated(x, level):
    total = 0.0
    for k in range(3):
        for i in range(1, len(x)):
            total += x[i] * x[k] * i
            if total > level:
                break
    return total


def changed_first(x, level):
    total = 0.0
    i = 0
    while total < level and i < len(x) - 1:
        i += 1
        total += math.sin(x[i]) * i
    return total


@pytest.mark.parametrize("level", [0.15, 2.05, 4.05])
@pytest.mark.parametrize(
    "program",
    [two_steps, in_a_branch, from_an_argument, repeated, changed_first],
    ids=lambda program: program.__name__,
)
def test_other_counters_are_right(program: Any, level: float) -> None:
    check(grad(program, target="python")(X, level), program, X, level)
