"""Functions of NumPy that write their results to arrays: `out`."""

from __future__ import annotations

import numpy as np
import pytest

from .compare import check, check_both

X = np.array([0.45, 0.7, 0.3])


def elementwise(x):
    out = np.zeros(3)
    np.multiply(x, x, out=out)
    np.exp(out, out)
    return out.sum()


def overlapping(x):
    y = x.copy()
    np.add(y[:-1], y[1:], out=y[1:])
    np.clip(y, 0.1, 1.2, out=y)
    z = np.sin(y, out=y)
    return z.sum() * y[0]


def products(x):
    w, out, rows = np.outer(x, x), np.empty(3), np.zeros((2, 3))
    np.dot(w, x, out=out)
    np.matmul(w, out, out=rows[1])
    np.add(rows[1], 1.0, out=rows[0])
    return (rows * rows).sum() + out[0]


def broadcast(x):
    rows = np.zeros((2, 3))
    np.add(1.0, x, out=rows)
    np.subtract(rows, x * x, rows)
    np.negative(rows, out=(rows,))
    np.maximum(rows, -1.2, out=rows)
    return (rows * rows).sum()


@pytest.mark.parametrize("function", [elementwise, overlapping, products, broadcast])
def test_both_modes(function):
    check_both(function, X)
    check(function, X, target="cpu")
