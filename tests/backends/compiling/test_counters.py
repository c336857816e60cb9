"""Counters of compiled loops: the values of `range`, and what LLVM is told of them."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from srcdiff import grad
from srcdiff.backends.compiling.counters import bounded_counters

LARGEST = 2**63 - 1
RANGES = [
    (0, 5, 1),
    (3, 3, 1),
    (4, 1, 1),
    (9, -1, -1),
    (9, 2, -3),
    (2, 9, -1),
    (-4, 5, 3),
    (LARGEST - 2, LARGEST, 1),
    (LARGEST - 5, LARGEST, 4),
    (-LARGEST, -LARGEST - 1, -1),
    (-LARGEST + 2, -LARGEST, -3),
]


def counted(start: int, stop: int, step: int) -> list[int]:
    found = [0]
    for value in range(start, stop, step):
        found.append(value)
    return found[1:]


def test_counters_are_those_of_python() -> None:
    with bounded_counters():
        compiled = numba.njit(counted)
        compiled(0, 0, 1)
    for given in RANGES:
        assert compiled(*given) == list(range(*given)), given


def row_sums(a: np.ndarray, x: np.ndarray) -> float:
    y = np.zeros(len(x))
    for k in range(len(x)):
        for j in range(k + 1, len(x)):
            y[j] += a[k, j] * x[k]
    return float(np.sum(y * y))


@pytest.mark.parametrize("size", [0, 1, 9])
def test_loops_that_begin_at_a_counter(size: int) -> None:
    a, x = np.full((size, size), 0.5), np.linspace(1.0, 2.0, size)
    gradient = grad(row_sums, wrt=("a", "x"))
    plain = grad(row_sums, wrt=("a", "x"), target="python")
    for found, expected in zip(gradient(a, x), plain(a, x), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_such_loops_are_vectorised() -> None:
    gradient = grad(row_sums, wrt="a")
    gradient(np.ones((4, 4)), np.ones(4))
    (code,) = gradient.inspect_llvm().values()
    assert "x double>" in code
