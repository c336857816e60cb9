"""Arrays that get longer by `np.vstack`, `np.append` and the like, from nothing at times."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ...language.compare import check, check_both

V = np.array([0.4, 0.9, 1.2])


def matrix_and_vector(v):
    m = np.outer(v, v)
    both = np.vstack((m, v))
    return np.sum(both[1:] ** 2) + np.vstack([v, m, v * 2.0])[0, 1]


def row_by_row(v):
    path = v[None, :]
    for _ in range(3):
        v = np.sin(v)
        path = np.vstack((path, v))
    return np.sum(path * path) + path[-1, 0]


def from_no_rows(v):
    path = np.zeros((0, len(v)))
    for k in range(3):
        path = np.vstack([path, v * (k + 1)])
    return path[0] @ path[-1]


def appended_rows(v):
    path = np.empty((0, 3))
    for k in range(3):
        path = np.append(path, [v * (k + 1)], axis=0)
    path = np.append(path, path[-1:] * path[:1], axis=0)
    return path[0] @ path[-1]


def from_no_numbers(v):
    norms = np.array([])
    for k in range(3):
        norms = np.append(norms, np.sum(v**k))
    return np.sum(norms**2)


FUNCTIONS = (matrix_and_vector, row_by_row, from_no_rows, appended_rows, from_no_numbers)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_arrays_that_get_longer(function: Callable[..., float]) -> None:
    check_both(function, V)


@pytest.mark.parametrize("function", [row_by_row, appended_rows])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")
