"""Arrays of one number, beside arrays of the same shape and of others."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.optimise.arithmetic.fills import fills
from srcdiff.syntax import function, is_number, unparse

X = np.array([0.5, 1.5, 2.5])
M = np.arange(6.0).reshape(2, 3) + 0.5


def squares(x):
    return np.sum(x * x)


def mean_of_squares(x):
    return np.mean(x**2) + np.sum(np.sin(x))


@pytest.mark.parametrize("function", [squares, mean_of_squares])
def test_no_array_of_one_number_is_made(function):
    assert "full_like" not in grad(function).source(X)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_broadcasts_keep_their_shape(target):
    def f(x, m):
        return np.sum(x * m) + np.sum(x * x * m)

    d_x, d_m = grad(f, wrt=("x", "m"), target=target)(X, M)
    np.testing.assert_allclose(d_x, np.sum(M, axis=0) * (1.0 + 2.0 * X), rtol=1e-14)
    np.testing.assert_allclose(d_m, np.broadcast_to(X + X * X, M.shape), rtol=1e-14)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_single_beside_double_precision_stays_double(target):
    def f(x, w):
        y = x * w
        return np.sum(y * w) + np.sum(x * x) * 0.1

    weights = np.array([0.1, 0.2, 0.3], np.float32)
    expected = weights.astype(float) * weights + 0.2 * X
    found = grad(f, wrt="x", target=target)(X, weights)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, expected, rtol=1e-7)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_an_adjoint_is_no_primal(target):
    def f(x):
        a = 1.0 * x
        b = 0.5 * np.sum(a * a)
        a[0] = 3.0 * a[1]
        return b + a[0] * a[2]

    found = grad(f, target=target)(X)
    np.testing.assert_allclose(found, X + np.array([0.0, 3.0 * X[2], 3.0 * X[1]]), rtol=1e-14)


CHANGED = {  # expressions, and what becomes of them; `k` and `t` are numbers, `t` a float
    "x * np.full_like(t * x, 2.0)": "x * 2.0",
    "x * np.full_like(k * x, 2.0)": "x * np.full_like(k * x, 2.0)",
    "x * np.full_like(x, t)": "x * t",
    "t * np.full_like(t, 2.0)": "t * np.full_like(t, 2.0)",
    "x * np.full_like(x, 2.0)": "x * 2.0",
    "k * np.full_like(k, 2.0)": "k * np.full_like(k, 2.0)",
    "k * np.full_like(x, 2.0)": "k * np.full_like(x, 2.0)",
    "x * np.full_like(x, k)": "x * np.full_like(x, k)",
    "x * np.full_like(y, 2.0)": "x * np.full_like(y, 2.0)",
    "x * np.full_like(2.0, 2.0)": "x * np.full_like(2.0, 2.0)",
    "x + k * np.full_like(x, 2.0)": "x + k * np.full_like(x, 2.0)",
    "g(x * np.full_like(x, 2.0))": "g(x * 2.0)",
}


@pytest.mark.parametrize("text", CHANGED)
def test_arrays_of_one_number(text: str) -> None:
    tree = function(f"def f(x, y, k, t): return {text}")
    new = fills(tree, lambda name: name in "xy", lambda e: is_number(e) or unparse(e) == "t")
    assert unparse(new.body[0].value) == CHANGED[text]
