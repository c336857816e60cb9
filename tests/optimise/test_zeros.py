"""Zeros in the adjoints of arrays: rows of matrices are no elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad

X = np.array([1.0, 2.0, 3.0, 4.0])
ROWS = np.ones((2, 4))


def rows_only_written(x: Any, rows: Any) -> Any:
    rows[:] = np.dot(x, x)
    first = rows[0, 1]
    for row in rows:
        row[3:0:-1] += x[0]
    return x[1] * first


def rows_copied(x: Any, rows: Any) -> Any:
    rows[:] = np.dot(x, x)
    first = rows[0, 1]
    for i in range(len(rows)):
        rows[i] = np.cos(x * x[0])
    return x[1] * first


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize("function", [rows_only_written, rows_copied])
def test_rows_whose_adjoints_are_zero(function: Any, target: str) -> None:
    d_x, d_rows = grad(function, wrt=("x", "rows"), target=target)(X.copy(), ROWS.copy())
    expected = 2.0 * X * X[1]
    expected[1] += X @ X
    assert d_x == pytest.approx(expected)
    assert not d_rows.any()
    check_grads(function, (X.copy(), ROWS.copy()), target="python")
