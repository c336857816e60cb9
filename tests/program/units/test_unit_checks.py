"""Arguments of calls that have no name: fields of named tuples, and lists that are written out."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ...language.compare import check_both

State = namedtuple("State", "place speed time")
V = np.array([0.3, 0.7, 0.4, 1.1])


def moved(s, dt):
    place, speed, time = s
    place += dt * speed
    return State(place, speed, time + dt)


def in_steps(x, v, count):
    s = State(v * x, v.copy(), x)
    for _ in range(count):
        s = moved(s, s.time)
    return np.sum(s.place * s.speed)


def scaled(a, factors, k):
    for i in range(len(a)):
        a[i] *= factors[k]
    return a[0] + factors[1]


def factors_in_lists(x, v, count):
    a, z = v.copy(), 1.0
    for i in range(count):
        z *= scaled(a, [x, z, v[i]], i)
    return z * a[0]


def element(values, k):
    return values[k] * values[0]


def fields_in_lists(x, v, count):
    s, z = State(v * x, v, x), 1.0
    for i in range(count):
        z *= element([x, z, s.time], i)
    return z


def longer(rows, factor, other):
    rows.append(factor * rows[-1] * other[0])
    other[1][0] *= 2.0
    return rows


def with_list_of_rows(x, v, count):
    s, rows = State(v * x, v.copy(), x), [v * x]
    for _ in range(count):
        rows = longer(rows, s.time, [s.speed, rows[0]])
    return np.sum(rows[-1]) * s.speed[0]


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize(
    "function", [in_steps, factors_in_lists, fields_in_lists, with_list_of_rows]
)
def test_arguments_without_names(function: Callable[..., Any], count: int) -> None:
    check_both(function, 0.9, V, count)
