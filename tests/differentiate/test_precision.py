"""Values in double precision that are stored in arrays of single precision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad

X = np.array([1.0, 2.0, 3.0], np.float32)


def product_in_argument(x: Any, k: float) -> Any:
    x[:] = np.full((x.size, 3), k) @ np.array([k, 1.0, k * k])
    return x[0] * k


def solution_in_row(x: Any, k: float) -> Any:
    y = np.zeros((2, x.size), np.float32)
    y[1] = np.linalg.solve(np.eye(x.size) * k, np.full(x.size, k * k))
    return y[1, 0] * k


def added_product(x: Any, k: float) -> Any:
    x[:] += np.full((x.size, 3), k) @ np.array([k, 1.0, k * k])
    return x[0] * k


def product_in_complex_row(x: Any, k: float) -> Any:
    y = np.zeros((2, x.size), np.complex64)
    rows = np.outer(x, x) * (k + 0.5j)
    y[1] = rows @ (np.full(x.size, k) + 1j)
    return abs(y[1, 0]) * k


def real_product_in_complex(x: Any, k: float) -> Any:
    y = np.zeros(x.size, np.complex64)
    y[:] = np.full((x.size, 3), k) @ np.array([k, 1.0, k * k])
    return (y[1] * y[0]).real * k


def inverse_in_all(x: Any, k: float) -> Any:
    y = np.empty((x.size, x.size), np.float32)
    y[...] = np.linalg.inv(np.eye(x.size) * k + np.outer(x, x).astype(np.float64))
    y[0] *= 2.0
    return (y[1, 1] * y[0, 0]) * k


FUNCTIONS = [
    product_in_argument,
    solution_in_row,
    added_product,
    product_in_complex_row,
    real_product_in_complex,
    inverse_in_all,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_both_targets_agree(function: Any) -> None:
    check_grads(function, (X.copy(), 1.5), target="python")
    plain = grad(function, wrt=("x", "k"), target="python")(X.copy(), 1.5)
    compiled = grad(function, wrt=("x", "k"), target="cpu")(X.copy(), 1.5)
    assert compiled[0].dtype == np.float32
    assert compiled[0] == pytest.approx(plain[0], rel=1e-5, abs=1e-6)
    assert compiled[1] == pytest.approx(plain[1], rel=1e-5)
