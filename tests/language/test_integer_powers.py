"""Powers of integers: of negative exponents, and of more than 64 bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from .compare import check, check_both

V = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def of_a_range(x):
    t = 0.0
    for v in range(-2, 3):
        t += 2**v * x
    return t


def scaled(x, n):
    h = 1.0
    for k in range(n):
        h = h + (-1) ** k * x * 10**-k / 2 ** (k - 1)
    return h


def of_a_tuple(x):
    t = 0.0
    for v in (5, 7, 40):
        t += x * 10 ** (5 - v)
    return t


def of_a_list(x):
    t = 0.0
    for v in [1, 2, -1]:
        t += 2**v * x
    return t


def counted(x):
    t = 0.0
    for v in range(-2, 3):
        t += 2**v
        t -= -(3**v)
        t *= 2**v + 2**-v
    return t * x


def counted_from_an_integer(x):
    n = 0
    m = 1
    for v in range(-2, 3):
        n += 2**v
        m *= 3**v + v * 5**v
    return n * x + m * x


def counted_in_an_array(x):
    w = np.zeros(5)
    for v in range(-2, 3):
        w[v] += 2**v
        w += 3**v
    return np.sum(w) * w[1] * x


def chosen(x):
    n = 0
    for v in range(-2, 3):
        n += np.where(v > 0, 2**v, 1) + 3**v % 1
    return n * x


def large(x):
    s = 0.0
    for i in range(40):
        s += x * 7**i / 1e30
    return s


def compared(x):
    s = 0.0
    for i in range(6):
        q = 3**i if i > 2 else 1
        if 2 ** (i - 2) > 1.5:
            s += x**i / q
    return s


def reciprocals(x, m):
    e = m**-1
    f = (m + 1) ** -2
    m **= -1
    return x * e + f * x * m + pow(2, -3) * x


def everyday(x, k):
    h = 2**-k
    tol = 10**-k
    y = x * (1 - 2**-k) / (2 * 10**-k) + h * h * x + max(10**-k, x) + math.sin(h) * x
    while abs(y - 1) > tol * 1000:
        y = 0.5 * (y + 1)
    return y * x ** (2**-k) + np.sum(np.arange(8) * h * x) + np.clip(x, tol, 1) - abs(h) * x


def summed(x, k):
    def over(h):
        return x / h

    weights = np.array([10**-k, 1, 2])
    return sum(2**-i for i in range(k)) * x + over(10**-k) + np.sum(weights) * x


def a_whole_number(x, k):
    n = 2**k
    w = np.zeros(n + 1)
    w[n] = x
    while n > 1:
        n //= 2
        x = x * 1.1
    return np.sum(w) * (2**k // 3) * x


def power(k):
    return 10**k


def of_a_helper(x):
    return power(3) * x


def counted_as_a_size(x, k):
    n = 0
    for v in range(k):
        n += 2**v
    y = np.zeros(n)
    y[n - 1] = x
    return np.sum(y) * x


def as_a_size(x, k):
    y = np.zeros(2**k)
    y[2**2] = x * 2**k
    return np.sum(y) * x


@pytest.mark.parametrize(
    "function, others",
    [
        (of_a_range, ()),
        (scaled, (3,)),
        (of_a_tuple, ()),
        (of_a_list, ()),
        (counted, ()),
        (counted_from_an_integer, ()),
        (counted_in_an_array, ()),
        (chosen, ()),
        (large, ()),
        (compared, ()),
        (reciprocals, (4,)),
        (of_a_helper, ()),
        (as_a_size, (3,)),
        (counted_as_a_size, (3,)),
        (everyday, (3,)),
        (summed, (3,)),
        (a_whole_number, (3,)),
    ],
)
def test_powers(function: Callable[..., float], others: tuple[Any, ...]) -> None:
    check_both(function, 0.7, *others)
    check(function, 0.7, *others, target="cpu")


def of_a_negative(x):
    return power(-3) * x


def counted_as_a_place(x):
    n = 3
    w = np.zeros(5)
    for v in range(-2, 1):
        n *= 2**v
    w[n] = x
    return w[0] * x


def in_a_list_of_integers(x):
    w = [2**-i for i in range(3)]
    return w[1] * x


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", [of_a_negative, in_a_list_of_integers, counted_as_a_place])
def test_what_would_be_no_integer_raises(function: Callable[..., float], target: str) -> None:
    with pytest.raises(ValueError, match="negative integer power"):
        grad(function, target=target)(0.7)
