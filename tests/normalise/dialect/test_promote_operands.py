"""Functions of which NumPy finds the type of the result from all operands, and Numba from one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, vjp

from ...language.compare import check, check_both

X = np.array([0.7, -1.3, 2.1])
A = np.array([[0.3, 1.2, -0.7], [2.1, -0.4, 0.9], [1.1, 0.5, -1.6]])
N = np.array([0, 1, 3])


def bounds(x, s, n):
    total = np.sum(np.clip(n, s, 2.3) * x) + np.sum(n.clip(0.5, 2.5) * x)
    again = np.clip(np.clip(n, s, 2.3), 0.9, s + 1.0)
    named = np.clip(n, a_max=2.3, a_min=s) + np.clip(x > 0.0, s - 0.3, 0.9)
    return total + np.sum(again * x) + np.sum(named * x) + np.sum(np.clip(n, 1, 2) * x)


def limited(n, s):
    return np.clip(n, s, 2.3)


def bounds_elsewhere(x, s, n):
    return np.sum(limited(n, s) * x)


def kronecker_products(x, s, n):
    pairs = np.kron(n, x) * np.kron(x, n) + np.kron(x > 0.0, x)
    return np.sum(pairs**2) + np.sum(np.kron(2, x) * np.kron(x, s)) + np.kron(2.0, s)


def inner_products(x, s, n, a):
    numbers = np.inner(s, x) @ a @ np.inner(a, 2)[0] * np.inner(s, 3)
    matrices = np.inner(s, [x, x * x]) * np.array([x, x])
    vectors = np.inner(x, n) * np.inner(a, x)[0] + np.inner(x, a) @ x
    return numbers + np.sum(matrices) + vectors + np.sum(np.inner(a, a) * a)


@pytest.mark.parametrize("function", [bounds, bounds_elsewhere, kronecker_products])
def test_integers_with_floating_point_numbers(function: Callable[..., Any]) -> None:
    check_both(function, X, 0.8, N)
    check(function, X, 0.8, N, target="cpu")


def test_inner_products() -> None:
    check_both(inner_products, X, 0.8, N, A)
    check(inner_products, X, 0.8, N, A, target="cpu")


def product(x, n):
    return np.kron(n, x)


def bounded(x, n):
    return np.clip(n, x[0], 2.3)


@pytest.mark.parametrize(
    ("function", "expected"), [(bounded, [1.0, 0.0, 0.0]), (product, [4.0, 4.0, 4.0])]
)
def test_the_result_has_floating_point_numbers(function: Any, expected: list[float]) -> None:
    weights = np.ones(len(function(X, N)))
    np.testing.assert_array_equal(vjp(function, target="cpu")(X, N, weights), expected)


def of_three_dimensions(a):
    return np.sum(np.inner(a[None], a))


def test_inner_products_of_more_dimensions_are_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="for vectors and matrices"):
        grad(of_three_dimensions, target="python")(A)
