"""`np.where`: nothing comes from the value that is not taken, also where it has no derivative."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

X = np.array([-1.5, -0.25, 0.75, 4.0])


def root(x, k):
    return np.sum(np.where(x > 0.0, np.sqrt(x), k * x))


def quotient(x, k):
    safe = np.where(x != 0.75, np.sin(x * k) / (x - 0.75), k)
    return np.sum(safe * x)


def chain(x, k):
    positive = x > 0.0
    logarithm = np.log(x)
    power = logarithm * k + x**k
    return np.sum(np.where(positive, np.exp(-power), 0.0) * x)


def nested(x, k):
    large = (x > 1.0) & (k > 0.0)
    return np.sum(np.where(large, np.arccosh(x), np.where(x < 0.0, -k * x, np.sqrt(x))))


def otherwise(x, k):
    negative = x < 0.0
    steep = np.log(x) * k
    return np.sum(np.where(negative, x * x, steep) + np.where(negative, k, np.sin(steep)))


def used_elsewhere(x, k):
    shifted = x + 2.0
    rooted = np.sqrt(shifted)
    return np.sum(np.where(x > 0.0, rooted * k, 0.0) + rooted)


def of_other_shape(x, k):
    table = np.where(x[:, None] > np.array([0.0, 1.0]), np.exp(x)[:, None] * k, 0.0)
    return np.sum(table)


def of_numbers(x, k):
    total = 0.0
    for v in x:
        part = math.sqrt(abs(v)) if v < 0.0 else v
        total += np.where(v > 0.0, np.log(part), 1) * k
        total += np.where(v < 0.0, -v, np.where(v == 0.75, 0.0, k / (v - 0.75)))
    return total


FUNCTIONS = [
    *(root, quotient, chain, nested, otherwise, used_elsewhere, of_other_shape, of_numbers),
]


def differences(function: Callable[..., Any], x: Any, k: float) -> tuple[Any, Any]:
    """Return the gradient by central differences, of the branches that are taken."""
    step = 1e-6
    found = []
    for i in range(len(x)):
        moved = [x.copy(), x.copy()]
        moved[0][i] += step
        moved[1][i] -= step
        found.append((function(moved[0], k) - function(moved[1], k)) / (2.0 * step))
    of_k = (function(x, k + step) - function(x, k - step)) / (2.0 * step)
    return np.array(found), of_k


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_values_that_are_not_taken(function: Callable[..., Any], target: str) -> None:
    x = X[np.array([0, 1, 3])] if function in (quotient, of_numbers) else X
    expected_x, expected_k = differences(function, x, 1.3)
    if function in (quotient, of_numbers):  # at a point that the condition leaves out
        x = np.insert(x, 2, 0.75)
        at_k = (1.0 if function is of_numbers else 0.0) * np.log(0.75)
        expected_k += 0.75 if function is quotient else at_k
        at_x = 1.3 if function is quotient else 1.3 / 0.75
        expected_x = np.insert(expected_x, 2, at_x)
    d_x, d_k = grad(function, wrt=("x", "k"), target=target)(x, 1.3)
    np.testing.assert_allclose(d_x, expected_x, rtol=1e-7, atol=1e-7)
    np.testing.assert_allclose(d_k, expected_k, rtol=1e-7, atol=1e-7)
    if target == "python":
        for i, t_x in enumerate(np.eye(len(x))):
            _, tangent = jvp(function, wrt=("x", "k"), target=target)(x, 1.3, t_x, 0.0)
            np.testing.assert_allclose(tangent, expected_x[i], rtol=1e-7, atol=1e-7)
