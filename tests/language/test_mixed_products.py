"""Products of arrays of integers, real and complex numbers, and of numbers."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad, jvp, value_and_grad

from .compare import check, check_both

X = np.array([0.45, 0.7, 0.3])
WEIGHTS = np.array([[1, 2, 3], [0, 1, 2]])


def integers_and_reals(x):
    n = np.array([1, 2, 3])
    total = n @ x * x[0] + np.sum((WEIGHTS @ (x * x)) ** 2)
    return total + np.dot(x, WEIGHTS.T)[1] + np.vdot(n, x) * np.inner(n, x)


def truth_values(x):
    return np.dot(x > 0.4, x) * x[1]


def changing_integers(x):
    w = np.array([[1, 2, 3], [0, 1, 2], [1, 1, 1]])
    y = x
    for k in range(3):
        y = w @ y * 0.1
        w[k, k] += 1
    return y[0] * y[1]


def complex_and_reals(x):
    k = np.arange(len(x))
    spectrum = np.exp(-2j * np.pi * k[:, None] * k / len(x)) @ x
    quadratic = x @ np.exp(1j * np.outer(x, x)) @ x
    return np.sum(np.abs(spectrum) ** 2 * k) + quadratic.real * quadratic.imag


def of_numbers(x):
    return np.dot(x[0], x)[1] * np.dot(x[0], x[1]) + np.dot(x, 2).sum() + np.dot(2.0, x)[0]


def outer_products(x):
    n = np.array([1, 2, 3])
    total = np.outer(n, x)[2, 0] * np.outer(x, n)[1, 1] + np.kron(n, x)[4]
    return total + np.kron(np.outer(n, n), np.outer(x, x))[2, 2]


def of_integers(x):
    n = np.array([1, 2, 3])
    return (n @ n) * x[0] + np.dot(n, n) * x[1]


FUNCTIONS = [
    *(integers_and_reals, truth_values, changing_integers, complex_and_reals, of_numbers),
    *(outer_products, of_integers),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_both_modes(function):
    check_both(function, X)


@pytest.mark.parametrize("function", FUNCTIONS[::3], ids=lambda function: function.__name__)
def test_compiled(function):
    check(function, X, target="cpu")


def test_single_and_double_precision():
    def mixed(x, y):
        return np.sum(np.outer(x, y)) + (np.outer(y, y) @ x)[0] + x @ y

    x = X.astype(np.float32)
    for target in ("cpu", "python"):
        found = grad(mixed, wrt="y", target=target)(x, X)
        expected = x.sum() + X * x[0] + x
        expected[0] += X @ x
        assert found == pytest.approx(expected, rel=1e-6)


def squared(x):
    return np.sum(WEIGHTS @ WEIGHTS.T) * x[0]


def of_truth_values(x):
    return np.dot(x > 0.4, x > 0.2) * x[0]


@pytest.mark.parametrize("function", [squared, of_truth_values])
def test_matrices_of_integers_and_truth_values_are_refused(function):
    with pytest.raises(UnsupportedType, match="products of matrices of integers, or of booleans"):
        grad(function, target="python")(X)


def test_the_method_of_an_array_in_single_precision() -> None:
    def product(x, y):
        return y.dot(np.array([x * i for i in range(2)]))

    x, y = np.float32(0.7), np.array([0.5, 0.25], dtype=np.float32)
    for target in ("python", "cpu"):
        value, (d_x, d_y) = value_and_grad(product, wrt=(0, 1), target=target)(x, y)
        np.testing.assert_allclose([value, d_x, *d_y], [0.175, 0.25, 0.0, 0.7], rtol=1e-6)
        _, tangent = jvp(product, wrt=(0, 1), target=target)(x, y, x, y)
        np.testing.assert_allclose(tangent, 0.35, rtol=1e-6)
