"""Arrays that share memory without a name in common: views, and what functions return."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, vjp

from .finite import check

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.array([1.5, 2.0])
TABLE = np.array([1.5, 2.5])


def same(y):
    return y


def with_another(y, k):
    return y, k * 2.0


def with_a_copy(y):
    return y, y.copy()


def doubled(y):
    y[0] = y[0] * 2.0
    return y


def written_through_ravel(x):
    y = np.zeros(3)
    before = y[0]
    z = y.ravel()
    z[0] = 5.0
    return (before + y[0]) * x[0]


def written_through_reshape(x):
    y = np.zeros(4)
    z = np.reshape(y, (2, 2))
    z[1, 0] = 3.0
    before = y[2]
    z[1, 0] = 4.0
    return (before + y[2]) * x[0]


def written_through_transpose(x):
    y = np.zeros((2, 2))
    z = y.T
    z[0, 1] = 5.0
    return y[1, 0] * x[0]


def written_through_row(x):
    y = np.zeros((2, 2))
    z = y[1]
    z[1] = 5.0
    before = y[1, 1]
    z[1] = 6.0
    return before * y[1, 1] * x[0]


def written_through_result(x):
    y = np.zeros(2)
    z = same(y)
    z[0] = 5.0
    return y[0] * x[0]


def active_through_result(x):
    y = x.copy()
    z = same(y)
    z[0] = 5.0 * x[1]
    return y[0] * x[0]


def constant_returned(x):
    a, b = with_another(np.ones(2), x[1])
    return a[0] * b * x[0]


def argument_returned(x):
    a, b = with_another(x, x[1])
    return a[0] * b * x[1]


def global_returned(x):
    a, b = with_another(TABLE, x[0])
    return a[0] * b * x[0]


def argument_and_copy_returned(x):
    a, b = with_a_copy(x)
    return a[0] * b[1]


def result_passed_on(x):
    y = x.copy()
    z = doubled(doubled(y))
    return z[0] * y[1] + y[0] * z[0]


PROGRAMS = [
    written_through_ravel,
    written_through_reshape,
    written_through_transpose,
    written_through_row,
    written_through_result,
    active_through_result,
    constant_returned,
    argument_returned,
    global_returned,
    argument_and_copy_returned,
    result_passed_on,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@TARGETS
def test_the_gradient(program: Any, target: str) -> None:
    check(grad(program, target=target)(X), program, X)


def new_array_twice(x):
    y = np.empty_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return y, y


def argument_twice(x):
    return x, x


@TARGETS
def test_an_array_returned_twice_in_callees(target: str) -> None:
    def product(x):
        a, b = new_array_twice(x)
        return a[0] * b[1]

    found = grad(product, target=target)(X)
    np.testing.assert_allclose(found, [2.0 * X[0] * X[1] ** 2, 2.0 * X[0] ** 2 * X[1]])


@TARGETS
def test_an_argument_returned_twice_keeps_its_name(target: str) -> None:
    def product(x):
        a, b = argument_twice(x)
        b = 1.0 * b
        return a[0] * b[1] ** 2

    np.testing.assert_allclose(grad(product, target=target)(X), [X[1] ** 2, 2.0 * X[0] * X[1]])


@TARGETS
def test_an_array_returned_twice(target: str) -> None:
    one, two = np.array([1.0, 3.0]), np.array([0.5, -1.0])
    found = vjp(new_array_twice, target=target)(X, (one, two))
    np.testing.assert_allclose(found, 2.0 * X * (one + two))
    found = vjp(argument_twice, target=target)(X, (one, two))
    np.testing.assert_allclose(found, one + two)


@TARGETS
def test_the_cotangent_of_an_array_without_dimensions(target: str) -> None:
    def square(x):
        y = np.empty_like(x)
        y[()] = x[()] * x[()]
        return y

    assert vjp(square, target=target)(np.array(3.0), np.array(2.0)) == 12.0


# --- effects that may happen only once ---


@TARGETS
def test_random_numbers_in_callees_are_drawn_once(target: str) -> None:
    def noisy(x):
        return x * np.random.normal()

    def twice(x):
        return noisy(x) + noisy(x)

    derivative = grad(twice, target=target)
    assert len({derivative(1.0) for _ in range(10)}) == 10
