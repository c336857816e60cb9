"""Tuples that are unpacked into targets in targets, with elements that are read there, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .compare import check, check_both

V = np.array([0.3, 0.7, 0.4, 1.1])


def stretched(y: Any, dt: float) -> Any:
    for i in range(len(y)):
        y[i] *= 1.0 + dt
    return (y, y[0]), y[1]


def powers(a: Any) -> Any:
    return (a, (2.0 * a, a * a)), (3.0 * a, a + 1.0)


def of_a_call(x, v):
    v = v * x
    (y, e), g = stretched(v, 0.1)
    return e * y[1] * g * x


def deeply(x, v):
    (a, (b, c)), (d, e) = powers(x)
    return a * b * c + d * e * v[0]


def of_rows(x, v):
    (a, b), (c, d) = np.outer(v[:2], v[:2]) * x
    return a * d + b * c * c


def read_after_its_write(x, v):
    v = v.copy()
    (v[0], a), b = (x, 1.5), v[0]
    return a * b * v[0]


def exchanged(x, v):
    v = v.copy()
    (v[0], v[1]), (v[2], a) = (v[2], v[1]), (v[0], v[1] * x)
    return a * v[0] + v[2] * v[1]


def by_a_new_index(x, v):
    v = v.copy()
    (i, v[i]), q = (1, x), v[1]
    return v[1] * q


def by_each_new_index(x, v):
    v = v.copy()
    i, v[i], i, v[i] = 1, v[2], 2, v[1]
    return v[1] * v[2] * x + v[i]


def of_a_tuple(x, v):
    v = v.copy()
    t = (x, v[1])
    (v[0], a), b = t, v[0]
    return a * b * v[0]


def in_a_list(x, v):
    a = [x, v[0], v[1]]
    a[0], a[1] = a[1], a[0]
    (a[0], a[2]), q = (a[2], a[0]), a[0]
    return a[0] * a[1] * q + a[2]


def rows_of_a_matrix(x, v):
    m = np.outer(v, v)
    (m[0, 0], m[0]), q = (x, m[1] * 1.0), m[0, 0]
    return np.sum(m[0] * v) * q + m[0, 0]


FUNCTIONS: list[Callable[..., Any]] = [
    *(of_a_call, deeply, of_rows, read_after_its_write, exchanged, by_a_new_index),
    *(by_each_new_index, of_a_tuple, in_a_list, rows_of_a_matrix),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., Any]) -> None:
    check_both(function, 0.9, V)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_compiled(function: Callable[..., Any]) -> None:
    check(function, 0.9, V, target="cpu")
