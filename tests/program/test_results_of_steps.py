"""Steps written in the place of their calls that give back an array of the caller, and more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ..language.compare import check, check_both

X = np.array([1.5, 0.7, 1.1])


def grown(y: Any, dt: float) -> Any:
    for i in range(len(y)):
        y[i] += dt * y[i - 1] * y[i]
    return y, y[0]


def summed(y: Any, dt: float) -> Any:
    total = 0.0
    for i in range(len(y)):
        y[i] += dt * y[i - 1]
        total += y[i]
    return total, y


def twice(y: Any, dt: float) -> Any:
    for i in range(len(y)):
        y[i] += dt * y[i - 1] * y[i]
    return y, y


def beside_a_new_one(y: Any, dt: float) -> Any:
    z = y * 1.0
    for i in range(len(y)):
        z[i] += dt * y[i - 1]
    return z, y


def perhaps_copied(y: Any, dt: float) -> Any:
    if dt > 0.08:
        return y
    return y.copy()


def bound_anew(x):
    y, total = x.copy(), 0.0
    for _ in range(3):
        y, e = grown(y, 0.1)
        y = y * 1.0
        total += e
    return total + y[1]


def copied_later(x):
    y, total = x.copy(), 0.0
    for k in range(3):
        y, e = grown(y, 0.05)
        total += e
        y = perhaps_copied(y, 0.01 * k)
        y[2] *= y[1]
    return y[0] * y[1] + total + y[2]


def by_another_name(x):
    y, total = x.copy(), 0.0
    for _ in range(3):
        z, e = grown(y, 0.1)
        y = z * e
        total += z[1]
    return total + y[0]


def number_first(x):
    y, total = x.copy(), 0.0
    for _ in range(3):
        e, y = summed(y, 0.1)
        total += e * y[1]
        y = y.copy()
    return total + y[1]


def of_two_names(x):
    y, total = x.copy(), 0.0
    for _ in range(3):
        y, z = twice(y, 0.1)
        total += z[0] * y[1]
        y = y * z
    return total + y[1]


def in_turns(x):
    y, total = x.copy(), 0.0
    for _ in range(3):
        z, y = beside_a_new_one(y, 0.1)
        total += z[0] * y[1]
        y = z
    return total + y[1]


def into_an_element(x):
    y, first = x.copy(), np.zeros(3)
    for k in range(3):
        y, first[k] = grown(y, 0.1)
        y = y * 1.0
    return np.sum(first) + y[1]


FUNCTIONS: list[Callable[..., Any]] = [
    *(bound_anew, copied_later, by_another_name, number_first, of_two_names, in_turns),
    into_an_element,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., Any]) -> None:
    check_both(function, X)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_compiled(function: Callable[..., Any]) -> None:
    check(function, X, target="cpu")
