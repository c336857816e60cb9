"""Elements that are taken by arrays of places: beside slices, of any rank, repeated ones too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both

V = np.array([1.2, 0.4, 2.3, 0.7])
M = np.arange(12.0).reshape(4, 3) / 7.0 + 0.2
A = np.arange(24.0).reshape(2, 3, 4) / 9.0 + 0.3
K = np.array([2, 0, 2])
WIDE = np.array([[0, 0], [1, -2], [2, 2]])
MASK = np.array([True, False, True])


def repeated_in_a_row(v, k):
    return np.sum(v[k] ** 2 * v[0])


def rows_repeated_in_a_row(m, k):
    return np.sum(m[k] ** 3)


def columns(m, k):
    return np.sum(m[:, k] ** 2 * m[0, 0]) + np.sum(m[1:, k] * m[:-1, k])


def rows(m, k):
    return np.sum(m[k, 1:] ** 2) * np.sum(m[k, :])


def masks(m, k):
    return np.sum(m[:, MASK] ** 2) * np.sum(m[1:, m[0] > 0.3])


def middle(a, k):
    return np.sum(a[:, k, 1:] ** 2) + np.sum(a[1:, :, k] ** 3)


def pairs(m, k):
    return np.sum(m[k, -k] ** 2 * m[k + 1, k][0, 1])


def broadcast(m, k):
    return np.sum(m[k[:, 0][:, None], k[:, 0]] ** 2)


def grid(m, k):
    return np.sum(m[np.ix_(k, k)] ** 2 * m[0, 1])


def lists(m, k):
    a = m * 1.0
    a[[0, 2]] *= m[0, 1]
    a[[1, 3], [0, 2]] = m[[0, 1], 1]
    return (
        np.sum(a[[2, 0, 2]] ** 2) + np.sum(a[:, [1, 1]] ** 3) + np.sum(a[[True, False, True, True]])
    )


def changed_afterwards(m, k):
    a = m * 1.0
    b = a[:, k]
    c = a[k[:, None], k]
    a[0] = 7.0
    return np.sum(b * b) + np.sum(c * c * a[1, 1])


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (repeated_in_a_row, (V, WIDE)),
    (rows_repeated_in_a_row, (M, WIDE)),
    (columns, (M, K)),
    (rows, (M, K)),
    (masks, (M, K)),
    (middle, (A, K)),
    (pairs, (M, WIDE)),
    (broadcast, (M, WIDE)),
    (grid, (M, K)),
    (changed_afterwards, (M, K)),
    (lists, (M, K)),
]


@pytest.mark.parametrize(("function", "arguments"), PROGRAMS)
def test_gathers(function: Any, arguments: Any) -> None:
    check_both(function, *arguments)


@pytest.mark.parametrize(("function", "arguments"), PROGRAMS[::3])
def test_compiled_gathers(function: Any, arguments: Any) -> None:
    check(function, *arguments, target="cpu")


def test_other_layouts() -> None:
    check_both(columns, np.asfortranarray(M), K)
    check_both(pairs, np.repeat(M, 2, axis=1)[:, ::2], WIDE)


def test_stores_to_a_grid_are_refused() -> None:
    def stored(m):
        a = m * 1.0
        a[np.ix_(K, K)] = 0.0
        return np.sum(a)

    with pytest.raises(UnsupportedSyntax, match="elements of matrices that are read"):
        grad(stored, target="python")(M)
