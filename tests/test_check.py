"""check_grads: right derivatives pass, and a wrong one is found at its statement."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import WrongCall, WrongGradient, check_grads, derivative, grad

from .test_api import X, energy


def wrong_cube(x: float) -> float:
    return x * x * x


@derivative(wrong_cube)
def wrong_rule(g: float, y: float, x: float) -> float:
    return g * (2.0 * x * x)


def straight(x: Any, k: Any) -> Any:
    y = math.sin(x) * k
    z = wrong_cube(y)
    w = z + x
    return w * k


def in_a_loop(x: Any, n: int) -> Any:
    total = 0.0
    for i in range(n):
        u = x[i] * x[i]
        if u > 0.5:
            v = math.exp(-u)
            total += wrong_cube(v)
        total += u
    return total


def in_the_result(x: Any) -> Any:
    y = x * x
    return wrong_cube(y)


def scaled(x: Any, y: Any, factor: Any) -> tuple[Any, int]:
    total = 0.0
    for i in range(len(x)):
        y[i] = factor * x[i] * x[i]
        total += y[i]
    return total, 3


def test_right_derivatives_pass() -> None:
    check_grads(energy, (X, 2.0))
    check_grads(energy, (X,), wrt="x")
    check_grads(grad(energy), (X, 2.0))
    check_grads(scaled, (X, np.zeros(4), 0.5), ("x", "factor"), ("y",))
    check_grads(energy, (X, 2.0), target="cpu")


def test_single_precision() -> None:
    check_grads(energy, (X.astype(np.float32), np.float32(2.0)))


@pytest.mark.parametrize(
    ("function", "arguments", "line"),
    [
        (straight, (0.7, 1.3), "    z = wrong_cube(y)"),
        (in_a_loop, (X, 3), "            total += wrong_cube(v)"),
        (in_the_result, (1.5,), "    return wrong_cube(y)"),
    ],
)
def test_the_statement_is_named(function: Any, arguments: Any, line: str) -> None:
    with pytest.raises(WrongGradient) as caught:
        check_grads(function, arguments)
    message = str(caught.value)
    assert f"   | {line}\n" in message
    assert "test_check.py:" in message
    assert "finite differences" in message


def test_wrong_calls() -> None:
    with pytest.raises(WrongCall, match="do not fit"):
        check_grads(energy, ())
    with pytest.raises(WrongCall, match="`n` is no floating-point number"):
        check_grads(in_a_loop, (X, 3), "n")
    with pytest.raises(WrongCall, match="none of the arguments"):
        check_grads(in_the_result, (3,))
