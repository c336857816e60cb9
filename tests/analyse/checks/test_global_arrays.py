"""Tests of srcdiff.analyse.checks.global_arrays: no write to a global array goes unnoticed."""

from collections.abc import Callable

import numpy as np
import pytest

import srcdiff

TABLE = np.array([0.2, 1.4, 0.5])


def part() -> np.ndarray:
    return TABLE.reshape(3, 1)


def fill(a: np.ndarray, x: float) -> None:
    a[0] = x


def as_row(x: float) -> float:
    row = TABLE.reshape(1, -1)
    row[0] = x
    return np.sum(TABLE) * x


def in_a_loop(x: float) -> float:
    for row in TABLE.reshape(3, 1):
        row[0] = x
    return np.sum(TABLE) * x


def from_a_function(x: float) -> float:
    column = part()
    column[0] += x
    return np.sum(TABLE) * x


def by_a_function(x: float) -> float:
    fill(TABLE.reshape(3), x)
    return np.sum(TABLE) * x


@pytest.mark.parametrize("function", [as_row, in_a_loop, from_a_function, by_a_function])
def test_refused(function: Callable[[float], float]) -> None:
    """Views, also those that functions return, are global arrays, too."""
    with pytest.raises(srcdiff.UnsupportedSyntax, match="a global array, and compiled code"):
        srcdiff.grad(function, target="python")(1.5)


def copied(x: float) -> float:
    row = part().copy()
    row[0] = x
    return np.sum(row * TABLE[0]) * x


def test_copies() -> None:
    """A copy may be written to."""
    assert srcdiff.grad(copied, target="python")(1.5) == pytest.approx(0.2 * (3.0 + 1.9))
