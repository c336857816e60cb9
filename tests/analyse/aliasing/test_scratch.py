"""Which arrays loops use as scratch arrays, and which only look like it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.analyse.aliasing.scratch import scratch
from tests.differentiate.finite import check

from ..facts import known

X = np.ones(4)


def rates(state, out):
    out[0] = state[0] * state[1]
    out[1] = state[0] - state[1]


def doubled(state, out):
    for i in range(out.size):
        out[i] = 2.0 * state[i]


def first(state, out):
    out[0] = state[0]


def by_elements(x):
    work, total = np.empty(len(x)), 0.0
    for k in range(3):
        for i in range(x.size):
            work[i] = x[i] * k
            total += work[i]
        total += work[0] * work[-1]
    return total


def backwards(x):
    n = len(x)
    work, total = np.empty(n), 0.0
    for _ in range(3):
        for i in range(n - 1, -1, -1):
            work[i] = x[i]
        total += work[0] * work[1]
    return total


def as_a_whole(x):
    work, total = np.empty_like(x), 0.0
    for k in range(3):
        work[:] = x * k
        work[1] *= work[0]
        total += work[0] * work[1]
    return total


def by_constants(x):
    work, total = np.empty(2), 0.0
    for k in range(3):
        work[0] = x[0] * k
        work[1] = work[0] * x[1]
        total += work[0] * work[1]
    return total


def by_helpers(x):
    work, other, total = np.empty(2), np.empty(len(x)), 0.0
    for _ in range(3):
        rates(x, work)
        doubled(x, other)
        total += work[0] * work[1] * other[0] * other[1]
    return total


def in_two_dimensions(x):
    work, total = np.empty((2, len(x))), 0.0
    for k in range(3):
        for r in range(2):
            for i in range(len(x)):
                work[r, i] = x[i] * k
        total += work[0, 0] * work[1, 1]
    return total


def by_rows(x):
    work, total = np.empty((2, len(x))), 0.0
    for k in range(3):
        for r in range(2):
            work[r] = x * k
        total += work[0, 0] * work[1, 1]
    return total


FILLED = (
    *(by_elements, backwards, as_a_whole, by_constants, by_helpers, in_two_dimensions, by_rows),
)


@pytest.mark.parametrize("function", FILLED, ids=lambda f: f.__name__)
def test_arrays_that_are_filled_anew(function: Callable[..., float]) -> None:
    assert names(function)


def read_first(x):
    work, total = np.zeros(len(x)), 0.0
    for k in range(3):
        total += work[0] * x[0]
        for i in range(len(x)):
            work[i] = x[i] * k
    return total


def filled_in_part(x):
    work, total = np.zeros(len(x)), 0.0
    for k in range(3):
        for i in range(1, len(x)):
            work[i] = x[i] * k
        total += work[0] * work[1]
    return total


def filled_under_a_condition(x):
    work, total = np.zeros(len(x)), 0.0
    for k in range(3):
        for i in range(len(x)):
            if x[i] > k:
                work[i] = x[i] * k
        total += work[0] * work[1]
    return total


def filled_until(x):
    work, total = np.zeros(len(x)), 0.0
    for k in range(3):
        for i in range(len(x)):
            work[i] = x[i] * k
            if x[i] > 0.5:
                break
        total += work[0] * work[1]
    return total


def filled_as_often_as_not(x, n):
    work, total = np.zeros(len(x)), 0.0
    for k in range(3):
        for i in range(len(x)):
            for _ in range(n):
                work[i] = x[i] * k
        total += work[0] * work[1]
    return total


def read_afterwards(x):
    work, total = np.zeros(len(x)), 0.0
    for _ in range(3):
        for i in range(len(x)):
            work[i] = x[i]
        total += work[0] * work[1]
    return total + work[0]


def read_before_in_the_outer_loop(x):
    work, total = np.zeros(len(x)), 0.0
    for _ in range(2):
        total += work[0] * total
        for _ in range(3):
            for i in range(len(x)):
                work[i] = x[i]
            total += work[0] * work[1]
    return total


def by_rows_after_another(x):
    work, total = np.zeros(len(x)), 0.0
    for k in range(2):
        work[:] = x
        total += work[0] * total
        for _ in range(3):
            work[:] = x * k
            total += work[0] * work[1]
    return total


def added_to(x):
    work, total = np.zeros(len(x)), 0.0
    for _ in range(3):
        for i in range(len(x)):
            work[i] += x[i]
        total += work[0] * work[1]
    return total


def filled_in_part_by_a_helper(x):
    work, total = np.zeros(2), 0.0
    for _ in range(3):
        first(x, work)
        total += work[0] * work[1]
        work[1] = x[1]
    return total


def of_another_length(x, n):
    work, total = np.zeros(n), 0.0
    for k in range(3):
        n = k
        for i in range(n):
            work[i] = x[i]
        total += work[0] * work[1]
    return total


def diagonal(x):
    work, total = np.zeros((len(x), len(x))), 0.0
    for _ in range(3):
        for i in range(len(x)):
            work[i, i] = x[i]
        total += work[0, 0] * work[0, 1] * math.sin(total)
    return total


def returned(x):
    work = np.zeros(len(x))
    for _ in range(3):
        for i in range(len(x)):
            work[i] = x[i]
    return work


KEPT = (
    *(read_first, filled_in_part, filled_under_a_condition, filled_until, read_afterwards),
    *(read_before_in_the_outer_loop, added_to, filled_in_part_by_a_helper, diagonal, returned),
    *(filled_as_often_as_not, of_another_length),
)


@pytest.mark.parametrize("function", KEPT, ids=lambda f: f.__name__)
def test_arrays_that_keep_something(function: Callable[..., float]) -> None:
    assert not names(function)


def test_what_the_next_iteration_outside_reads_is_kept() -> None:
    assert names(read_before_in_the_outer_loop, depth=1) == set()
    assert names(by_rows_after_another, depth=1) == {"work"}


def names(function: Callable[..., float], depth: int = 0) -> set[str]:
    """Return the scratch arrays of the outermost loops of a function, or of those inside."""
    count = function.__code__.co_argcount
    facts = known(function, "x", *(X, 2)[:count]).facts
    found = scratch(facts.core, facts.types, facts.effects, facts.layout)
    loops = [loop for loop in found if len(facts.layout.loops(loop)) == depth]
    return {name for loop in loops for name in found[loop]}


def longer_than_rows(x: Any) -> Any:
    m = np.outer(x, x)
    a = np.zeros(m.size)
    a[3] = x[0]
    s = 0.0
    for k in range(2):
        for i in range(len(m)):
            a[i] = x[i] * k
        for i in range(4):
            s += a[i] * x[1]
    return s


def kept_behind_rows(x: Any) -> Any:
    m = np.outer(x, x)
    a = np.zeros(m.size)
    s = 0.0
    for _ in range(2):
        for i in range(len(m)):
            a[i] = x[i]
        s += a[3] * a[0]
        a[3] = x[0]
    return s


@pytest.mark.parametrize("function", [longer_than_rows, kept_behind_rows])
def test_as_many_elements_as_a_matrix_are_no_rows(function: Any) -> None:
    x = np.array([0.7, 0.9, 0.5])
    check(grad(function, target="python")(x), function, x)
