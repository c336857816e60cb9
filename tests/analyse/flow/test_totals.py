"""Sums that only results read: loops that add to them run forward and backward together."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad, value_and_grad

X = np.array([0.4, 1.3, -0.7, 2.1])
TOGETHER = "forward and backward together"


def single(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        total += math.sin(x[i]) * x[i]
    return total


def negative_half(x: Any) -> Any:
    n = len(x)
    total = 1.5
    for i in range(n):
        total -= math.exp(x[i])
    return -0.5 * total / (n + 1) + 3.0


def nested(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        total += x[i] ** 3
        for j in range(i):
            total += math.cos(x[i] - x[j]) * x[j]
        total -= math.tanh(x[i])
    return total


def chosen(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        if x[i] > 0.0:
            total += x[i] * x[i]
        elif x[i] > -0.5:
            total -= math.exp(x[i])
        total += 0.1 * x[i]
    return total


def two_totals(x: Any) -> Any:
    total, others = 0.0, 0.0
    for i in range(len(x)):
        total += math.sin(x[i])
        others += math.cos(x[i]) * x[i]
    return total - 0.3 * others


def last_of_two_loops(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        total += math.sin(x[i])
    for i in range(len(x)):
        total += x[i] * math.exp(x[i])
    return total


def two_inner_loops(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            total += x[i] * x[j] * x[j]
        for j in range(i + 1, len(x)):
            total += math.sin(x[i]) * x[j]
    return total


def inner_loop_in_a_branch(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        if x[i] > 0.0:
            for j in range(i):
                total += math.sin(x[i]) * x[j]
        total += x[i] * x[i]
    return total


def read_in_the_loop(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
        total += math.sin(total)
    return total


def read_after_the_loop(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        total += math.sin(x[i]) + 2.0
    return total * math.log(total)


def kept_on_the_way(x: Any) -> Any:
    total, best = 0.0, 0.0
    for i in range(len(x)):
        total += math.sin(x[i])
        if i == 1:
            best = total
    return total + best


def decides(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        if total < 1.0:
            total += x[i] * x[i]
    return total


def left_early(x: Any) -> Any:
    total = 0.0
    for i in range(len(x)):
        if x[i] < 0.0:
            break
        total += math.sin(x[i])
    return total


def without_a_loop_around(x: Any) -> Any:
    total = 0.0
    i = 0
    while i < len(x):
        for j in range(i):
            total += x[i] * x[j]
        i += 1
    return total


@pytest.mark.parametrize("function", [single, negative_half, nested, chosen, two_totals])
def test_such_loops_run_together(function: Callable[[Any], Any]) -> None:
    text = value_and_grad(function).source(X)
    assert TOGETHER in text
    assert "saved = " not in text


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "function",
    [
        single,
        negative_half,
        nested,
        chosen,
        two_totals,
        last_of_two_loops,
        two_inner_loops,
        inner_loop_in_a_branch,
        read_in_the_loop,
        read_after_the_loop,
        kept_on_the_way,
        decides,
        left_early,
        without_a_loop_around,
    ],
)
def test_values_and_gradients(function: Callable[[Any], Any], target: str) -> None:
    """The value is that of the function bit for bit: the order of its sums is the same."""
    for x in (X, X[:1], X[:0]):
        if function is read_after_the_loop and not len(x):
            continue
        value, gradient = value_and_grad(function, target=target)(x)
        if target == "python":
            assert value == function(x)
        np.testing.assert_allclose(value, function(x), rtol=1e-14)
        np.testing.assert_allclose(gradient, grad(function, target="python")(x), rtol=1e-13)
    check_grads(function, (X,), target=target)
