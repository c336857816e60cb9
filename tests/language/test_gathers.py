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


def test_stores_to_a_part_of_a_grid_are_refused() -> None:
    def stored(m):
        a = np.stack((m, m))
        a[np.ix_(K, K, K)] = 0.0
        return np.sum(a)

    with pytest.raises(UnsupportedSyntax, match="elements of matrices that are read"):
        grad(stored, target="python")(M)


def assembled(v):
    a = np.zeros((4, 4))
    for e in range(3):
        places = [e, e + 1]
        a[np.ix_(places, places)] += v[e] * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return np.sum(a**3)


def repeated_places(v):
    a = np.outer(v, v)
    a[np.ix_([0, 0], [1, 2])] *= v[0]
    return np.sum(a**2)


def masks(v):
    a = np.outer(v, v)
    a[np.ix_(v > 0.5, np.array([True, False, True, False]))] = v[1] * 2.0
    return np.sum(a**2)


def own_elements(v):
    a = np.outer(v, v)
    i = np.array([-1, 0])
    a[np.ix_(i, i)] = a[:2, :2] * v[0]
    a[np.ix_(i, i)] -= a[np.ix_(i, i)].T
    return np.sum(a**2)


def written_by_helper(v):
    a = np.outer(v, v)
    add_block(a, [0, 2], v[1])
    add_block(a, [2, 3], v[0])
    return np.sum(a**2)


def add_block(a, i, x):
    for _ in range(2):
        a[np.ix_(i, i)] += x


def added_at(a, places, x):
    for k in places:
        a[k] += x


def scaled_by(a, factors, k=1):
    for i in range(len(factors)):
        a[i] *= factors[i] ** k


def lists_for_helpers(v):
    a = v * v
    for k in range(2):
        added_at(a, [0, len(a) - 1 - k], v[k])
        scaled_by(a, [v[1], 2.0, a[3]])
    scaled_by(a, [a[1]], k=2)
    return np.sum(a**2)


def product_in_place(v):
    a = np.outer(v, v)
    b = a
    c = v * 2.0
    for k in range(2):
        a @= np.diag(v) + k
        c @= b
        multiplied(a, c[0])
    return np.sum(b**2) + np.sum(c * v)


def multiplied(a, x):
    a @= a.T * x
    a @= a


def nothing_written(v):
    a = np.outer(v, v)
    i = np.arange(0)
    a[np.ix_(i, i)] += v[0]
    return np.sum(a**2)


def list_that_grows(v):
    i = []
    for k in range(4):
        if k != 1:
            i.append(k)
    return np.sum(v[i] ** 2)


def list_of_a_comprehension(v):
    i = [k for k in range(4) if k % 2]
    a = np.outer(v, v)
    a[i] = 1.0
    a[:, i] *= v[0]
    return np.sum(a * a)


def list_with_two_names(v):
    i = [0, 1]
    j = i
    i.append(2)
    w = v * v
    w[i] += 1.0
    return np.sum(w[i] * v[j])


def lists_of_both_kinds(v):
    m = [v[0], v[1]]
    k = [0, 1]
    return m[k[1]] * m[k[0]] + np.sum(v[k])


GRIDS = [
    lists_for_helpers,
    product_in_place,
    *(assembled, repeated_places, masks, own_elements, written_by_helper, nothing_written),
    *(list_that_grows, list_of_a_comprehension, list_with_two_names, lists_of_both_kinds),
]
FOUR = np.array([0.3, 1.2, 0.7, 2.0])


@pytest.mark.parametrize("function", GRIDS)
def test_writes_to_grids_and_lists_of_places(function: Any) -> None:
    check(function, FOUR, target="python")


def test_what_does_not_fit_a_grid_raises() -> None:
    def f(v):
        a = np.outer(v, v)
        i = np.array([0])
        a[np.ix_(i, i)] += v[:2]
        return np.sum(a)

    with pytest.raises(ValueError):
        grad(f, target="python")(FOUR)
