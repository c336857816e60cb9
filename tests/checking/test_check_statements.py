"""check_grads judges each statement, and says where differences cannot judge."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import WrongGradient, check_grads, derivative

X = np.array([0.3, 1.2, 0.8])


def slanted(x):
    return x * x


@derivative(slanted)
def wrong_rule(g: float, y: float, x: float) -> float:
    return g * (2.1 * x)


def breaking(x):
    return np.dot(x, x)


@derivative(breaking)
def breaking_rule(g, y, x):
    return g * np.linalg.solve(np.outer(x, x) * 0.0, x)


def hidden(x):
    y = slanted(x)
    return y + 1e6 * x


def hidden_in_expression(x):
    return slanted(x) + 1e6 * x


def hidden_in_loop(x):
    total = 0.0
    for i in range(len(x)):
        y = slanted(x[i])
        total += y + 1e7 * x[i]
    return total


def hidden_in_branch(x):
    z = 1e6 * x
    if x > 0.0:
        y = slanted(x) * 2.0
        z = z + y
    return z


def hidden_by_factor(x):
    y = slanted(x)
    z = 1e-9 * y
    return z + math.sin(x)


@pytest.mark.parametrize(
    ("function", "argument", "line"),
    [
        (hidden, 1.5, "y = slanted(x)"),
        (hidden_in_expression, 1.5, "return slanted(x) + 1e6 * x"),
        (hidden_in_loop, X, "y = slanted(x[i])"),
        (hidden_in_branch, 1.5, "y = slanted(x) * 2.0"),
        (hidden_by_factor, 1.5, "y = slanted(x)"),
    ],
)
def test_a_rule_that_is_hidden(function: Callable[..., Any], argument: Any, line: str) -> None:
    with pytest.raises(WrongGradient, match="is wrong") as caught:
        check_grads(function, (argument,))
    assert f"   | {' ' * 4}" in str(caught.value)
    assert line in str(caught.value)


def test_what_a_rule_raises() -> None:
    def outer(x):
        y = 2.0 * x
        z = breaking(y)
        return z + 1.0

    with pytest.raises(WrongGradient, match=r"raises .*Singular matrix") as caught:
        check_grads(outer, (X,))
    assert "z = breaking(y)" in str(caught.value)


def kink(x):
    return max(x, 2.0 * x - 1.0)


def corner(x):
    return np.max(x)


def clipped(x):
    return min(x, 2.0)


def rough(x):
    return x + 1e-3 * math.sin(1e6 * x)


def chaotic(x):
    for _ in range(60):
        x = 3.99 * x * (1.0 - x)
    return x


def infinite(x):
    return math.sqrt(x)


def undefined(x):
    return np.sum(np.log(x - 1.0))


def bisected(x):
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if middle * middle < x:
            low = middle
        else:
            high = middle
    return low


@pytest.mark.parametrize(
    ("function", "argument", "words"),
    [
        (kink, 1.0, "has a kink here, with slopes of -?[0-9.e-]+ and"),
        (corner, np.ones(3), "has a kink here"),
        (clipped, 2.0, "has a kink here"),
        (rough, 1.0, "is too rough or chaotic"),
        (chaotic, 0.3, "is too rough or chaotic"),
        (undefined, np.array([0.5, 2.0]), "is nan or infinite here"),
        (bisected, 3.0, "depends on what is differentiated only through comparisons"),
    ],
)
def test_where_differences_cannot_judge(
    function: Callable[..., Any], argument: Any, words: str
) -> None:
    with np.errstate(all="ignore"), pytest.raises(WrongGradient, match=words) as caught:
        check_grads(function, (argument,))
    assert "is wrong" not in str(caught.value)


def many(x, k, n=3):
    y = np.sin(x) * k
    index = np.argmax(y)
    scale = np.floor(k) + y[index] if y[index] > 0.1 else k
    total = 1e9
    while n > 0:
        n -= 1
        total += scale * np.sum(y)
    a, b = total, total * total * 1e-18
    return (a + b) / k, n


def early(x):
    if x > 5.0:
        return x
    y = x * x
    return y


@pytest.mark.parametrize(("function", "arguments"), [(many, (X, 1.7)), (early, (2.0,))])
def test_what_is_right_passes(function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    check_grads(function, arguments)
    check_grads(function, arguments, target="cpu")
