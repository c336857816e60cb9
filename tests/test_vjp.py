"""Vector-Jacobian products and the adjoint form: cotangents, outputs, several results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import adjoint, vjp

from .differentiate.finite import check
from .test_api import X, energy

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])


def parts(x, y):
    return x * y, x + y * y


def scaled(x, y, factor):
    for i in range(len(x)):
        y[i] = factor * x[i] * x[i]


def norm_and_scaled(x, y, factor):
    total = 0.0
    for i in range(len(x)):
        y[i] = factor * x[i]
        total += x[i] * x[i]
    return total


@TARGETS
def test_vjp_of_several_results(target: str) -> None:
    derivative = vjp(parts, ("x", "y"), target=target)
    assert derivative(3.0, 5.0, (1.0, 0.0)) == (5.0, 3.0)
    assert derivative(3.0, 5.0, (0.5, 2.0)) == (4.5, 21.5)


def test_vjp_without_a_cotangent() -> None:
    derivative = vjp(parts, ("x", "y"), target="python")
    assert derivative(3.0, 5.0, (None, 2.0)) == (2.0, 20.0)
    assert derivative(3.0, 5.0, (0.5, None)) == (2.5, 1.5)
    assert derivative(3.0, 5.0, (None, None)) == (0.0, 0.0)
    assert derivative(3.0, 5.0, None) == (0.0, 0.0)


@TARGETS
def test_vjp_of_results_that_are_not_floating(target: str) -> None:
    def mixed(x, n):
        return x * n, n + 1, x > 0.0

    assert vjp(mixed, target=target)(3.0, 5, (2.0, None, None)) == 10.0


@TARGETS
def test_vjp_of_an_array(target: str) -> None:
    def squares(x):
        y = np.empty_like(x)
        for i in range(len(x)):
            y[i] = x[i] * x[i]
        return y

    cotangent = np.array([1.0, -2.0, 0.5, 0.0])
    found = vjp(squares, target=target)(X, cotangent)
    np.testing.assert_array_equal(found, 2.0 * X * cotangent)
    np.testing.assert_array_equal(cotangent, [1.0, -2.0, 0.5, 0.0])


@TARGETS
def test_vjp_of_outputs(target: str) -> None:
    derivative = vjp(scaled, ("x", "factor"), outputs="y", target=target)
    cotangent = np.array([1.0, -2.0, 0.5, 0.0])
    d_x, d_factor = derivative(X, np.empty(4), 3.0, cotangent)
    np.testing.assert_allclose(d_x, 6.0 * X * cotangent)
    assert d_factor == pytest.approx(np.sum(X * X * cotangent))
    np.testing.assert_array_equal(cotangent, [1.0, -2.0, 0.5, 0.0])


def test_vjp_of_a_result_and_an_output() -> None:
    derivative = vjp(norm_and_scaled, outputs=("y",), target="python")
    cotangent = np.array([1.0, -2.0, 0.5, 0.0])
    found = derivative(X, np.empty(4), 3.0, 0.5, cotangent)
    np.testing.assert_allclose(found, X + 3.0 * cotangent)
    found = derivative(X, np.empty(4), 3.0, cotangent=0.5, y_cotangent=cotangent)
    np.testing.assert_allclose(found, X + 3.0 * cotangent)


@TARGETS
def test_adjoint(target: str) -> None:
    derivative = adjoint(scaled, ("x", "factor"), "y", target=target)
    d_x = np.ones(4)
    d_y = np.array([1.0, -2.0, 0.5, 0.0])
    y = np.empty(4)
    d_factor = derivative(X, d_x, y, d_y, 3.0)
    np.testing.assert_allclose(d_x, 1.0 + 6.0 * X * [1.0, -2.0, 0.5, 0.0])
    np.testing.assert_array_equal(d_y, np.zeros(4))
    assert d_factor == pytest.approx(np.sum(X * X * [1.0, -2.0, 0.5, 0.0]))


def test_adjoint_of_a_result() -> None:
    derivative = adjoint(energy, ("x", "k"), target="python")
    d_x = np.zeros(4)
    d_k = derivative(X, d_x, 3.0, 0.5)
    check(2.0 * d_x, energy, X, 3.0)
    check(2.0 * d_k, energy, X, 3.0, wrt=1)
    again = derivative(X, d_x, 3.0, 0.5)
    check(d_x, energy, X, 3.0)
    assert again == d_k


def nested_results(x, y):
    both = np.array([x, y])
    return (both, x), (y * y, (both * 2.0, 3)), (x, x)


def test_nested_results() -> None:
    """The cotangent of tuples in a tuple has the same structure."""
    ones = np.ones(2)
    cotangent = ((ones, 1.0), (1.0, (ones, None)), (1.0, 1.0))
    found = vjp(nested_results, wrt=("x", "y"), target="python")(2.0, 3.0, cotangent)
    assert found == (6.0, 9.0)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_numbers_and_arrays_without_dimensions_stand_for_each_other(target) -> None:
    def number(x, z):
        return x * x, z * x

    def array(x):
        return np.full((), x * x)

    given = (np.array(2.0), np.array(1.0 - 2.0j))
    expected = vjp(number, wrt=("x", "z"), target=target)(0.7, 1.0 + 2.0j, (2.0, 1.0 - 2.0j))
    assert vjp(number, wrt=("x", "z"), target=target)(0.7, 1.0 + 2.0j, given) == expected
    assert vjp(array, target=target)(0.7, 2.0) == vjp(array, target=target)(0.7, np.array(2.0))


def summed_or_doubled(x, limit):
    for i in range(len(x)):
        if x[i] > limit:
            return np.cumsum(x)
    return x * 2.0


@TARGETS
@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.float64])
def test_cotangent_of_another_precision(target: str, dtype: type) -> None:
    """A loop that is left early has zeros for one result, and the cotangent for the other."""
    derivative = vjp(summed_or_doubled, target=target)
    values, weights = np.array([0.3, 0.4, 0.6]), np.array([1, 2, 3]).astype(dtype)
    assert derivative(values, 0.5, weights).tolist() == [6.0, 5.0, 3.0]
    assert derivative(values, 1.0, weights).tolist() == [2.0, 4.0, 6.0]


@TARGETS
def test_complex_cotangent_of_another_precision(target: str) -> None:
    def doubled(z, limit):
        for k in range(len(z)):
            if z[k].real > limit:
                return z * 2.0
        return z * 3.0

    derivative = vjp(doubled, target=target)
    values = np.array([0.3 + 1.0j, 0.6 - 1.0j])
    for weights in (np.ones(2, np.complex64), np.ones(2)):
        assert derivative(values, 0.5, weights).tolist() == [2.0, 2.0]
        assert derivative(values, 1.0, weights).tolist() == [3.0, 3.0]


def written_out(x: Any, y: Any) -> None:
    y[0] = x[0] * x[1]
    return None


def test_returns_none() -> None:
    pullback = vjp(written_out, 0, ("y",), target="python")
    np.testing.assert_allclose(pullback(np.array([2.0, 3.0]), np.zeros(1), np.ones(1)), [3.0, 2.0])
