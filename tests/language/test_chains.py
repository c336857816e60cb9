"""Attributes, methods and subscripts one after the other: `a.T[0].sum()`, `a[1][2] *= x`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from .compare import check

A = np.array([[2.0, 0.3, 0.1], [0.4, 1.5, 0.2], [0.5, 0.6, 1.1]])


def element_of_transposed(a):
    return a.T[0, 1] * a[0, 0]


def row_of_transposed(a):
    return a.T[0].sum() * a.T[1:].sum() * a.T[2][0]


def methods_of_transposed(a):
    weights = a.T.dot(a[0])
    return weights[1] + a.T.sum(axis=0)[0] * a.T.mean() + a.T.copy()[0, 1] * a.T.max()


def shapes_of_transposed(a):
    return a.T.shape[0] * a[0, 1] + a[0].shape[0] * a.T.size * a[1, 1]


def transposed_twice(a):
    return np.sum(a.T.T * a) * a.T.T[0, 1]


def reshaped_after(a):
    return a.T.ravel()[2] * a.T.flatten()[5] * (a * a).T.T[0, 1]


def written_transposed(a):
    b = a * 1.0
    b.T[0, 1] = 3.0 * a[0, 0]
    b.T[2] *= 2.0 * a[1, 1]
    b.T.T[0, 1] = a[2, 2]
    b.T[1][0] += a[0, 2]
    return np.sum(b * b)


def views_of_views(a):
    b = a * 1.0
    c = b.T.T
    c[1] *= a[0]
    d = b[1:].T
    d[0, 0] *= a[0, 0]
    e = b.T[1:]
    e[0] = a[2] * a[2]
    return np.sum(b * b)


def one_by_one(a):
    b = a * 1.0
    b[1][2] *= a[0][0]
    b[1:][0][1] = a[0, 0] * a[1][1]
    return np.sum(b * b)


def rows_of_transposed(a):
    b = a * 1.0
    total = 0.0
    for row in b.T:
        row *= a[0, 1]
        total += row[0] * row[1]
    return total + np.sum(b * b)


PROGRAMS = (
    element_of_transposed,
    row_of_transposed,
    methods_of_transposed,
    shapes_of_transposed,
    transposed_twice,
    reshaped_after,
    written_transposed,
    views_of_views,
    one_by_one,
    rows_of_transposed,
)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_gradient(program: Callable[..., float], target: str) -> None:
    check(program, A, target=target)
