"""Tests of srcdiff.analyse.types.inference: global numbers have types, as variables have."""

from __future__ import annotations

import types
from collections.abc import Callable

import numpy as np
import pytest

import srcdiff

TWO = 2
HALF = 2.5
NONE = 0
BYTE = np.int8(100)
COUNT = np.uint8(3)
YES = True
CONFIG = types.SimpleNamespace(three=3, byte=np.uint8(200))


def negative_power(x: float, k: int) -> float:
    return x * TWO**-k


def in_a_loop(x: float, k: int) -> float:
    s = 0.0
    for i in range(k + 1):
        s += x * TWO ** (-i)
    return s


def of_an_object(x: float, k: int) -> float:
    return x * CONFIG.three**-k


def of_a_choice(x: float, k: int) -> float:
    return x * (TWO if k > 3 else TWO + 1) ** (-2)


def inside(x: float, k: int) -> float:
    def inner(y: float) -> float:
        return y * TWO**-k

    return inner(x)


def inverse_square(n: int) -> float:
    return n**-2


def passed(x: float, k: int) -> float:
    return x * inverse_square(TWO)


def wrapped_sum(x: float, k: int) -> float:
    return x * (BYTE + BYTE)


def wrapped_local(x: float, k: int) -> float:
    b = BYTE
    return x * (b + b)


def wrapped_part(x: float, k: int) -> float:
    return x * (CONFIG.byte + CONFIG.byte)


def wrapped_minus(x: float, k: int) -> float:
    return x * (-COUNT)


def wrapped_inverse(x: float, k: int) -> float:
    return x * (~COUNT)


def in_a_list(x: float, k: int) -> float:
    xs = [1, 2]
    xs[0] = HALF
    return xs[0] * x


def sum_of_truths(x: float, k: int) -> float:
    s = YES
    s += YES
    return x * s


RIGHT = (
    *(negative_power, in_a_loop, of_an_object, of_a_choice, inside, passed, wrapped_sum),
    *(wrapped_local, wrapped_part, wrapped_minus, wrapped_inverse, in_a_list, sum_of_truths),
)


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", RIGHT)
def test_values(function: Callable[[float, int], float], target: str) -> None:
    """All are multiples of the argument: the gradient is what they give for 1."""
    found = srcdiff.value_and_grad(function, target=target)(1.5, 1)
    assert found == pytest.approx((function(1.5, 1), function(1.0, 1)), rel=1e-12)


def quotient(x: float, k: int) -> float:
    return x * (k // NONE)


def remainder(x: float, k: int) -> float:
    return x * (k % NONE)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [quotient, remainder])
def test_zero_divisors(function: Callable[[float, int], float], target: str) -> None:
    """Integers divided by a global zero raise as in Python."""
    with pytest.raises(ZeroDivisionError):
        srcdiff.grad(function, target=target)(1.5, 1)
    with pytest.raises(ZeroDivisionError):
        srcdiff.jvp(function, target=target)(1.5, 1, 1.0)
