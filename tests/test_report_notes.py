"""The report notes what results depend on through comparisons only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

NOTE = "through comparisons only"
X = np.array([0.5, 1.5, 2.5])


def bisected(a):
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if middle * middle < a:
            low = middle
        else:
            high = middle
    return low


def while_bisected(a, tolerance=1e-9):
    low, high = 0.0, 10.0
    while high - low > tolerance:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if middle**3 < a else (low, middle)
    return 0.5 * (low + high)


def counted(x, level):
    total = 0.0
    for i in range(len(x)):
        if x[i] > level:
            total += 1.0
    return total


def chosen(x):
    return 1.0 if x > 0.5 else 2.0


def rounded(x):
    return np.floor(x) * 2.0


def in_a_helper(a, b):
    return bisected(a) * b


def stepped(a):
    best = 0.0
    for k in range(100):
        if 0.1 * k < a:
            best = 0.1 * k
    return best


def smooth(x):
    return x * x if x > 0.0 else -x


def with_newton(a):
    u = bisected(a)
    return u - (u * u - a) / (2.0 * u)


def unused(x, y):
    return y * y


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (bisected, (2.0,)),
        (while_bisected, (2.0,)),
        (counted, (X, 1.0)),
        (chosen, (2.0,)),
        (rounded, (2.0,)),
        (in_a_helper, (2.0, 3.0)),
        (stepped, (2.0,)),
    ],
)
def test_it_is_noted(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    assert NOTE in str(grad(function, target="python").report(*arguments))


def test_forward_mode() -> None:
    assert NOTE in str(jvp(bisected, target="python").report(2.0, 1.0))


@pytest.mark.parametrize(
    ("function", "arguments"), [(smooth, (2.0,)), (with_newton, (2.0,)), (unused, (1.0, 2.0))]
)
def test_nothing_is_noted(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    own = str(grad(function, target="python").report(*arguments)).split("\n\n")
    title = f"{function.__name__}_gradient"
    assert not any(NOTE in part for part in own if part.startswith(title))


def test_the_way_out_is_right() -> None:
    np.testing.assert_allclose(grad(with_newton, target="python")(2.0), 0.5 / np.sqrt(2.0))
