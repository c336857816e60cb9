"""Products of arrays of several kinds of numbers in conditions, which Numba does not compile."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad


def of_two_precisions(x, k):
    return x[0] * k if np.dot(np.full(len(x), k), x) <= 3.0 else x[1]


def of_integers(x, k):
    i = np.arange(len(x))
    if np.dot(i, i) > 3 and i @ x < 100.0 and i @ i > 2:
        return x[0] * x[1] * k
    return k * k


def of_matrices(x, k):
    assert np.dot(k, x)[0] < 1e9
    m = np.outer(x, x)
    if (m @ np.arange(len(x)))[1] > np.vdot(x, np.ones(len(x))):
        return k * m[0, 1]
    return k * x[0]


def of_truth_values(x, k):
    return k * x[1] if (x > 0.0) @ (x * 2.0) > 1.0 else k


def in_a_loop(x, k):
    y = x * k
    while np.dot(y, np.arange(1.0, len(x) + 1.0)) < 50.0:
        y = y * 2.0
    return np.sum(y)


EXPECTED = {
    of_two_precisions: ([0.5, 0.0, 0.0], 1.0),
    of_integers: ([1.0, 0.5, 0.0], 2.0),
    of_matrices: ([1.0, 0.5, 0.0], 2.0),
    of_truth_values: ([0.0, 0.5, 0.0], 2.0),
    in_a_loop: ([4.0, 4.0, 4.0], 48.0),
}


@pytest.mark.parametrize("f", EXPECTED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_products_in_conditions(f, kind, target):
    d_x, d_k = grad(f, wrt=("x", "k"), target=target)(np.array([1.0, 2.0, 3.0], kind), 0.5)
    expected, of_k = EXPECTED[f]
    assert d_x.dtype == kind
    np.testing.assert_allclose(d_x, expected)
    np.testing.assert_allclose(d_k, of_k)


def of_matrices_of_integers(x, a):
    return x[0] if (a @ a)[0, 0] > 1 else x[1]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_products_of_matrices_of_integers_are_refused(target):
    with pytest.raises(UnsupportedType, match="no products of matrices of integers"):
        grad(of_matrices_of_integers, target=target)(np.ones(2), np.eye(2, dtype=int))
