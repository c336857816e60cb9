"""Objects with lists that stay empty, which functions and methods make and give back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from ..language.compare import check, check_both

V = np.array([0.3, 0.7, 0.4])


@dataclass
class Tank:
    level: float
    inflows: Any
    log: list[float] = field(default_factory=list)

    @classmethod
    def filled(cls, level: float) -> Tank:
        return cls(level, np.array([level, 2.0 * level]))

    def scaled(self, factor: float) -> Tank:
        return Tank(self.level * factor, self.inflows * factor)

    def __add__(self, other: Tank) -> Tank:
        return Tank(self.level + other.level, self.inflows + other.inflows)


def made(level: float) -> Tank:
    return Tank(level, np.array([level, level * level]))


def by_a_function(x, v):
    tank = made(x)
    return tank.level * tank.inflows[1] + v[0]


def by_its_class(x, v):
    tank = Tank.filled(x)
    return tank.level * tank.inflows[1] * v[0]


def bound_anew(x, v):
    tank = Tank(x, v)
    for k in range(3):
        tank = tank.scaled(v[k] + 1.0)
    return tank.level * tank.inflows[1]


def by_an_operator(x, v):
    tank = Tank(x, v) + Tank(v[0], v * x)
    tank += Tank(v[1], v)
    return tank.level * tank.inflows[2]


def filled_later(x, v):
    tank = made(x)
    tank.log.append(v[0] * x)
    tank.log.append(v[1])
    return tank.level * tank.log[0] * tank.log[1]


def in_a_list(x, v):
    tanks = []
    for k in range(3):
        tanks.append(made(x * v[k]))
    return sum(tank.level * tank.inflows[1] for tank in tanks)


FUNCTIONS: list[Callable[..., Any]] = [
    *(by_a_function, by_its_class, bound_anew, by_an_operator, filled_later, in_a_list),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., Any]) -> None:
    check_both(function, 0.9, V)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_compiled(function: Callable[..., Any]) -> None:
    check(function, 0.9, V, target="cpu")
