"""Tuples that generators make, of tuples whose length follows from all that a name is bound to."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from srcdiff import UnsupportedType, grad, jvp


def product(p: Any, q: Any) -> Any:
    return (p[0] * q[0] - p[1] * q[1], p[0] * q[1] + p[1] * q[0])


def unit(p: Any) -> Any:
    size = math.sqrt(sum(c * c for c in p))
    return tuple(c / size for c in p)


def turned(x: float) -> Any:
    q = (1.0, 0.5)
    for _ in range(3):
        q = product(q, (x, 0.3))
        size = math.sqrt(sum(c * c for c in q))
        q = tuple(c / size for c in q)
    return q[0]


def in_branches(x: float) -> Any:
    q = (x, 1.0) if x > 0 else (2.0, x)
    for k in range(2):
        if k:
            q = tuple([c * x for c in q])
    return q[0] * q[1]


def counted(x: float) -> Any:
    q = (x, 0.5 * x, 2.0)
    r = tuple(i * c for i, c in enumerate(q))
    t = tuple(a - b for a, b in zip(r, q))  # noqa: B905
    return t[0] * t[1] - t[2] * r[1]


def of_parameter(x: float) -> Any:
    return unit((x, 1.0))[0]


def hides_a_name(x: float) -> Any:
    c = 5.0
    q = (x, 2.0)
    q = tuple(c * x for c in q)
    return q[0] * c


def longer_each_time(x: float) -> Any:
    q = (x, 1.0)
    while len(q) < 4:
        q = q + (x,)  # noqa: RUF005 -- of another form than that with a star
        q = tuple(c * 2 for c in q)
    return sum(q)


@pytest.mark.parametrize("function", [turned, in_branches, counted, of_parameter, hides_a_name])
@pytest.mark.parametrize("x", [0.7, -0.7])
def test_right(function: Callable[[float], float], x: float) -> None:
    step = 1e-6
    expected = (function(x + step) - function(x - step)) / (2 * step)
    assert grad(function, target="python")(x) == pytest.approx(expected, abs=1e-7)
    assert jvp(function, target="python")(x, 1.0)[1] == pytest.approx(expected, abs=1e-7)


def test_lengths_that_change_are_left_alone() -> None:
    with pytest.raises(UnsupportedType, match="both a list of float64 and a tuple"):
        grad(longer_each_time, target="python")(0.7)
