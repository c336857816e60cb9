"""Zeros in the adjoints of arrays: rows of matrices are no elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad
from srcdiff.optimise.arithmetic.zeros import zeros
from srcdiff.syntax import function, rename, unparse

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


LOOPS = {  # what stands in a loop over all elements, and what becomes of that
    "g = a + d_x[i]\nd_x[i] = g": "g = a + 0.0\nd_x[i] = g",
    "d_x[i] += a\ng = a + d_x[i]": "d_x[i] = a\ng = a + d_x[i]",
    "d_x[i] -= a\nd_x[i] += a": "d_x[i] = -a\nd_x[i] += a",
    "g += d_x[i]\nd_x[i] = a": "d_x[i] = a",
    "g += d_x[i] * a + d_x.size\nd_x[i] = a": "g += d_x[i] * a + d_x.size\nd_x[i] = a",
    "g = a + d_x[0]\nd_x[i] = g": "g = a + d_x[0]\nd_x[i] = g",
    "if c:\n    d_x[i] += a": "if c:\n    d_x[i] += a",
}


@pytest.mark.parametrize("body", LOOPS)
def test_elements_that_are_still_zero(body: str) -> None:
    lines = body.replace("\n", "\n        ")
    text = f"d_x = np.zeros_like(x)\n    for i in range(x.size):\n        {lines}\n    return d_x"
    tree = rename(function(f"def f(x, a, c):\n    {text}"), {"d_x": "d_·x"})
    new = rename(zeros(tree, lambda name: name in "x", lambda part: True), {"d_·x": "d_x"})
    assert "\n".join(unparse(s) for s in new.body[1].body) == LOOPS[body]
