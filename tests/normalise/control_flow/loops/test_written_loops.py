"""Loops that are written out, with what they hold changed by their bodies."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from tests.language.compare import check_both

X = np.array([1.3, 0.7, 2.1])


def changed_array(x):
    for word, w in (("scale", x[0]), ("shift", x[1])):
        x = x * w if word == "scale" else x + w
    return np.sum(x)


def changed_elements(x):
    s = 0.0
    for g, a, b in ((math.sin, x[0], x[1]), (math.cos, x[1] * s, x[2])):
        s = g(a) * b + s
        x[1] = s
    return s


def exchanged(x):
    a = x[0]
    b = x[1]
    for word, a, b in (("once", b, a), ("twice", a, b)):  # noqa: B020
        a = a * 2.0 + len(word)
        x[2] += a * b
    return x[2] * b


def called_later(x):
    h = lambda y: y  # noqa: E731
    s = 0.0
    for word in ("a", "b"):
        s += h(x[0])
        h = lambda y: y * y * (2.0 if word == "a" else 1.0)  # noqa: B023, E731
    return s


def passed_on(x):
    def twice(g, y):
        return g(g(y))

    s = 0.0
    for word in ("a", "b"):
        s += twice(lambda y: y * y if word == "a" else y + 1.0, x[0])  # noqa: B023
    return s


@pytest.mark.parametrize(
    "function", [changed_array, changed_elements, exchanged, called_later, passed_on]
)
def test_items_are_those_from_before_the_loop(function: Callable[..., float]) -> None:
    check_both(function, X)
