"""`sorted` of numbers and of `zip`, and roots of polynomials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from .compare import check_both

X = np.array([0.3, 0.1, 0.5])
Y = np.array([0.2, 0.7, 0.4])


def alone(x, y):
    rising = sorted(x)
    falling = sorted(y, reverse=True)
    return rising[0] * 2.0 + rising[1] * falling[0] + sum(sorted([x[0], y[1], 0.4])[:2])


def together(x, y):
    pairs = sorted(zip(x, y, strict=False), reverse=True)
    first, second = [a for (a, b) in pairs], [b for a, b in pairs]
    total = 0.0
    for a, b in pairs:
        total = total * a + b
    x[0] = 2.0
    return first[0] * 2.0 + second[1] * first[2] + total


def ties(x, y):
    pairs = sorted(zip([1.0, 0.5, 1.0], y))  # noqa: B905
    return sum([a * b * k for k, (a, b) in enumerate(pairs)]) * x[0]


def in_loops(x, y):
    total = 0.0
    for k in range(2):
        for a, b in sorted(zip(x, y), reverse=True):  # noqa: B905
            total = total * a + b * k
    return total


def roots(x, y):
    total = 0.0
    for root in np.roots(np.array([1.0, x[0], y[1], x[2]])):
        total += root.real * root.real * 2.0 + abs(root.imag) * y[0]
    return total


def of_several_lengths(x, y):
    total = 0.0
    for a, b in sorted(zip(x[1:], y)):  # noqa: B905
        total = total * a + b
    pairs = sorted(zip(y, x, [2.0, 1.0]), reverse=True)  # noqa: B905
    return total + sum([a * b * c * k for k, (a, b, c) in enumerate(pairs)])


def of_one_length(x, y):
    total = 0.0
    for a, b in sorted(zip(x, y, strict=True)):
        total = total * a + b
    return total


FUNCTIONS = [alone, together, ties, in_loops, roots, of_several_lengths, of_one_length]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_other_lengths_raise_where_they_must_be_one(target: str) -> None:
    with pytest.raises(ValueError, match="different lengths"):
        grad(of_one_length, target=target)(X, Y[:2])


@pytest.mark.parametrize("function", FUNCTIONS)
def test_uncompiled(function: Callable[..., Any]) -> None:
    check_both(function, X, Y)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("kind", [list, np.array])
def test_compiled(function: Callable[..., Any], kind: Any) -> None:
    arguments = kind(X), kind(Y)
    found = grad(function, wrt=(0, 1))(*arguments)
    wanted = grad(function, wrt=(0, 1), target="python")(X.copy(), Y.copy())
    for own, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(own, other, rtol=1e-12)


def test_a_key() -> None:
    def f(x):
        return sorted(x, key=lambda value: -value)[0]

    np.testing.assert_array_equal(grad(f, target="python")(X), np.max(X) == X)


def in_place(x, y):
    z = x * y[0]
    z.sort()
    y.sort()
    return z[0] * 2.0 + z[1] * y[2]


def test_in_place() -> None:
    check_both(in_place, X, Y)
