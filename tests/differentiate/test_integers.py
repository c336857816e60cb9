"""Integers beside floating-point numbers: derivatives are floating, and do not overflow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import adjoint, grad, value_and_grad, vjp

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
LARGE = 4_000_000_000  # its square needs 64 bits


def once(x, n):
    return x * n


def twice(x, n):
    return x * n * n


def around(x, n):
    return n * x * n


def squared_later(x, n):
    y = x * n
    return y * n


def power(x, n):
    return x**2 * n * n


def quotient(x, n):
    return x / n * n * n * n


def fourth(x, n):
    total = 0.0
    for i in range(0, n, n // 4):
        total += x * i * i * i * i
    return total


def weighted(x, n):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * n * n * (i + 1)
    return total


SCALARS = [once, twice, around, squared_later, power, quotient, fourth]


@pytest.mark.parametrize("function", SCALARS, ids=lambda f: f.__name__)
@TARGETS
def test_products_with_large_integers(function: Any, target: str) -> None:
    found = grad(function, target=target)(0.5, LARGE)
    # all of them are multiples of x or x * x, and x is 0.5
    assert found == pytest.approx(function(1.0, LARGE), rel=1e-14)
    assert isinstance(found, float)


@TARGETS
def test_products_of_elements_with_large_integers(target: str) -> None:
    found = grad(weighted, target=target)(np.ones(3), LARGE)
    np.testing.assert_allclose(found, float(LARGE) ** 2 * np.arange(1.0, 4.0))


@TARGETS
def test_every_kind_of_derivative_is_floating(target: str) -> None:
    assert isinstance(grad(once, target=target)(2.0, 3), float)
    value, gradient = value_and_grad(once, target=target)(2.0, 3)
    assert isinstance(value, float) and isinstance(gradient, float)
    assert isinstance(vjp(once, target=target)(2.0, 3, 1), float)
    assert isinstance(adjoint(once, target=target)(2.0, 3, 1), float)


def unused(x, n):
    return n * 2.0


def branch(x, n):
    return x * n if n > 2 else x


@TARGETS
def test_the_type_does_not_depend_on_the_way(target: str) -> None:
    assert isinstance(grad(branch, target=target)(2.0, 3), float)
    assert isinstance(grad(branch, target=target)(2.0, 1), float)
    assert grad(unused, target=target)(2.0, 1) == 0.0
