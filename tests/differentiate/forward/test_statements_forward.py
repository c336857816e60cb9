"""Forward mode of arrays: views, names that share memory, broadcasting, masks, joins."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

X = np.array([0.3, 0.7, 0.9, 0.2])
DIRECTION = np.array([1.0, -2.0, 0.5, 3.0])
STEP = 1e-6


def broadcast(x: Any, c: Any) -> Any:
    z = x + c
    z[0] = 1.0
    return z


def written_through_another_name(x: Any, s: Any) -> Any:
    z = x * 1.0
    y = z
    y[1] = s
    return z, np.sum(y)


def sums_with_zero(x: Any) -> Any:
    y = x + 0.0
    w = y - 0.0
    w[0] = 5.0
    return y, w


def reshaped(x: Any) -> Any:
    y = np.reshape(x, (2, 2))
    return y.T @ y


def lists(x: Any, n: Any) -> Any:
    h = [0.0 for i in range(n)]
    for i in range(n):
        h[i] = x[i % 4] ** 2
    return sum(h)


def rows_and_columns(x: Any) -> Any:
    m = np.zeros((2, 2))
    m[0] = x[:2]
    m[:, 1] += x[2:]
    r = m[0]
    r *= 2.0
    return m, r.sum()


def helper(a: Any, i: Any) -> Any:
    a[i] = a[i] * a[i]
    return a


def returned_argument(x: Any) -> Any:
    y = x.copy()
    z = helper(y, 1)
    z[0] = z[1] * 3.0
    return y


def places(x: Any, idx: Any) -> Any:
    y = np.zeros(3)
    y[idx] = x[:2] * 2.0
    y[idx] += x[2:]
    return y


def masks(x: Any) -> Any:
    mask = x > 0.5
    y = x.copy()
    y[mask] = y[mask] ** 2
    return y


def overlapping(x: Any) -> Any:
    x[1:] = x[:-1]
    return x * x


def numbers_and_arrays(x: Any, c: Any) -> Any:
    return np.maximum(c, x[0]) * 2.0, np.full(3, x[1])


def joined_arrays(x: Any, c: Any) -> Any:
    y = x if c > 0 else np.ones(4)
    return y * 2.0


def replaced_in_while(x: Any, c: Any) -> Any:
    while True:
        x = x * 0.5
        if np.sum(x) < c:
            return x


CASES: list[tuple[Any, tuple[Any, ...]]] = [
    (broadcast, (np.ones((2, 4)),)),
    (written_through_another_name, (2.0,)),
    (sums_with_zero, ()),
    (reshaped, ()),
    (lists, (6,)),
    (rows_and_columns, ()),
    (returned_argument, ()),
    (places, (np.array([0, 2]),)),
    (masks, ()),
    (overlapping, ()),
    (numbers_and_arrays, (np.ones(3),)),
    (joined_arrays, (1,)),
    (joined_arrays, (-1,)),
    (replaced_in_while, (0.4,)),
]


def parts(result: Any) -> tuple[Any, ...]:
    """Return the parts of a result."""
    return result if isinstance(result, tuple) else (result,)


@pytest.mark.parametrize(("function", "others"), CASES)
def test_the_tangent_agrees_with_differences(function: Any, others: tuple[Any, ...]) -> None:
    value, rate = jvp(function, "x", target="python")(X.copy(), *others, DIRECTION.copy())
    ends = [parts(function(X + step * DIRECTION, *others)) for step in (STEP, -STEP)]
    for found, expected in zip(parts(value), parts(function(X.copy(), *others)), strict=True):
        np.testing.assert_allclose(found, expected)
    for found, high, low in zip(parts(rate), *ends, strict=True):
        expected = (np.asarray(high) - np.asarray(low)) / (2.0 * STEP)
        np.testing.assert_allclose(found, expected, atol=1e-6)


def energy(x: Any) -> Any:
    total = 0.0
    for i in range(len(x) - 1):
        total += math.exp(x[i] * x[i + 1])
    return total * total + np.sum(x**3)


def test_the_tangent_of_a_gradient() -> None:
    gradient = grad(energy, target="python")
    value, rate = jvp(grad(energy), target="python")(X, DIRECTION)
    expected = gradient(X + STEP * DIRECTION) - gradient(X - STEP * DIRECTION)
    np.testing.assert_allclose(value, gradient(X))
    np.testing.assert_allclose(rate, expected / (2.0 * STEP), rtol=1e-6)
