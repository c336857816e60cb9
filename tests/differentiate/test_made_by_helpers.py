"""Arrays that helpers make of nothing that is differentiated, and whose elements are written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import check_grads

X = np.array([0.7, -1.3, 2.1])


def zeros(n):
    made = np.zeros(n)
    return made


def matrix(n):
    made = np.zeros((n, 3))
    return made


def pair(n):
    made = np.ones((n, 2))
    return np.zeros(n), made


def chosen(n):
    made = np.zeros(n)
    if n > 2:
        made[0] = 1.0
    return made


def a_row(x, n):
    rows = matrix(n)
    rows[n - 1] = x
    return rows[n - 1, 1]


def all_of_them(x, n):
    work = zeros(n)
    work[:] = x
    return work[n - 1]


def in_each_iteration(x, n):
    total = 0.0
    for k in range(n):
        work = chosen(n)
        work[k:] = x[k:] ** 2
        total += work[2] * x[0]
    return total


def in_a_branch(x, n):
    total = x[0]
    if n > 1:
        work = chosen(n)
        work[: n - 1] = x[1:] * total
        total = work[1]
    return total


def of_both(x, n):
    work, rows = pair(n)
    for k in range(n):
        work[k] = x[k] * x[0]
        rows[k, :] = x[k - 1]
    return work[n - 1] * rows[n - 2, 1]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "function",
    [a_row, all_of_them, in_each_iteration, in_a_branch, of_both],
    ids=lambda f: f.__name__,
)
def test_only_elements_are_read(function: Callable[..., float], target: str) -> None:
    check_grads(function, (X, 3), wrt="x", target=target)
