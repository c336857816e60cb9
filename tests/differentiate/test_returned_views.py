"""Functions that return a part of an array of their own: its adjoint is a part of another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .finite import check


def filled(x, n):
    values = np.zeros(n + 1)
    for i in range(n + 1):
        values[i] = x[0] * x[1] * i
    return values[1:]


def column(x, n):
    table = np.zeros((n, n))
    for i in range(n):
        table[i, 0] = x[0] * x[0] + i
    return table[:, 0]


def turned(x, n):
    table = np.zeros((n, n))
    for i in range(n):
        table[i, 0] = x[0] * x[0] + i
    return table.T


def tail(x, n):
    table = np.outer(x, x)
    start = n - 2
    return table[start:, 1]


def flat(x, n):
    table = np.outer(x, x)
    table[0, 0] = x[1]
    return table.reshape(-1)


def flat_columns(x, n):
    table = np.outer(x, x)
    table[0, 0] = x[1]
    return table.T.reshape(-1)


def both(x, n):
    values = x * x
    first = values[:2]
    return first * x[2], values[1:]


def counts(x, n):
    table = np.zeros((n + 1, n + 1))
    for i in range(n):
        table[i + 1, 1] = table[i, 0] + (1 if x[i] < 0.5 else 2)
    return table[1:, 1]


def element_of_part(x):
    return filled(x, 3)[0]


def two_elements(x):
    part = filled(x, 3)
    return part[0] * part[1] + part.sum()


def changed_part(x):
    part = filled(x, 3)
    part[0] *= x[1]
    return part @ x


def elements_of_columns(x):
    return column(x, 3)[1] * turned(x, 3)[0, 1]


def part_from_somewhere(x):
    return tail(x, 3) @ tail(x, 3)


def flattened(x):
    return flat(x, 3)[0] * flat(x, 3)[4]


def flattened_columns(x):
    return flat_columns(x, 3)[0] * flat_columns(x, 3)[4]


def in_loop(x):
    total = 0.0
    for i in range(3):
        total += filled(x * total + x, 3)[i] * x[i]
    return total


def several(x):
    first, second = both(x, 3)
    return first @ second


def part_without_derivative(x):
    found = counts(x, 3)
    return found[0] * x[1] + found @ x


FUNCTIONS = [
    part_without_derivative,
    element_of_part,
    two_elements,
    changed_part,
    elements_of_columns,
    part_from_somewhere,
    flattened,
    in_loop,
    several,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=[f.__name__ for f in FUNCTIONS])
def test_gradient(function: Any) -> None:
    """What the caller does with the part reaches the array, and what it was made of."""
    x = np.array([0.35, 0.89, -0.38])
    check(grad(function, target="python")(x), function, x)


def test_compiled() -> None:
    """The same, compiled."""
    x = np.array([0.35, 0.89, -0.38])
    check(grad(two_elements)(x), two_elements, x)
    check(grad(part_without_derivative)(x), part_without_derivative, x)


def test_place() -> None:
    """What cannot be done in a called function is refused there."""
    with pytest.raises(SrcdiffError, match=r"in flat_columns\n(.|\n)*table\.T\.reshape\(-1\)\n"):
        grad(flattened_columns, target="python")(np.array([0.35, 0.89, -0.38]))
