"""Globals and variables of enclosing functions in the generated source."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])


def times(factor: Any) -> Callable[[float], float]:
    """Return a function that multiplies by a constant."""

    def line(x):
        return factor * x * x

    return line


def times_element(table: Any) -> Callable[[float], float]:
    """Return a function that multiplies by the last element of a constant."""

    def line(x):
        return table[-1] * x * x

    return line


NUMBERS = [
    *(2.0, -2.0, 0.1, 1e300, 5e-324, 3, -7, True, 2**40),
    *(np.float64(0.1), np.float32(0.1), np.int8(-3), np.uint8(200), np.bool_(True)),
    *(math.pi, math.e, math.inf, -math.inf, math.nan, float("nan"), np.float32("inf")),
]


@pytest.mark.parametrize("factor", NUMBERS, ids=repr)
@TARGETS
def test_a_number(factor: Any, target: str) -> None:
    found = grad(times(factor), target=target)(0.5)
    np.testing.assert_allclose(found, factor, rtol=1e-7)
    assert isinstance(found, (float, np.floating))


TABLES = [
    *((1.0, 2.0), (1.0, math.inf), (2, 3)),
    *(np.array([1.0, 0.1]), np.array([1, 2]), np.array([math.nan, math.inf])),
    *(np.array([0.5, 0.1], np.float32), np.array([True, False]), np.array([0, 200], np.uint8)),
    *(np.arange(6.0)[::2], np.arange(6.0)[::-1]),
]


@pytest.mark.parametrize("table", TABLES, ids=repr)
@TARGETS
def test_a_table(table: Any, target: str) -> None:
    found = grad(times_element(table), target=target)(0.5)
    np.testing.assert_allclose(found, table[-1], rtol=1e-7)


SHAPES = [
    *(np.zeros((0, 3)), np.zeros((3, 0)), np.ones((2, 3)), np.ones((1, 1, 4))),
    *(np.asfortranarray(np.ones((2, 3))), np.ones((4, 6))[::2, ::3]),
]


@pytest.mark.parametrize("table", SHAPES, ids=lambda table: str(table.shape))
@TARGETS
def test_the_shape_of_an_array(table: Any, target: str) -> None:
    def weighted(x):
        total = 0.0
        for i in range(table.shape[0]):
            for j in range(table.shape[1]):
                total += x * (i + 1) * (j + 1)
        return total + x * table.ndim * table.shape[-1]

    assert grad(weighted, target=target)(2.0) == weighted(1.0)


def test_arrays_in_a_tuple() -> None:
    tables = (np.array([1.0, 2.0]), np.array([3.0]))

    def line(x):
        return x * tables[0][1] * tables[1][0]

    assert grad(line, target="python")(1.0) == 6.0


def test_a_large_array_is_complete() -> None:
    table = np.linspace(0.0, 1.0, 5000)

    def total(x):
        found = 0.0
        for i in range(len(table)):
            found += table[i] * x
        return found

    assert grad(total, target="python")(1.0) == pytest.approx(2500.0)


def test_no_digit_is_lost() -> None:
    source = np.random.default_rng(1)
    table = source.random(50) * 10.0 ** source.integers(-300, 300, 50)
    for value in table:
        assert grad(times(float(value)), target="python")(0.5) == float(value)


def outer(x, scale):
    return inner(x) * scale


def inner(x):
    return x * scale


scale = 4.0


@TARGETS
def test_a_global_with_the_name_of_a_parameter_of_another_function(target: str) -> None:
    assert grad(outer, target=target)(1.0, 3.0) == 12.0


def test_globals_of_the_same_name_in_two_functions() -> None:
    def first(x):
        factor = 5.0
        return times(2.0)(x) * factor

    low, high = times(2.0), times(3.0)

    def both(x):
        return low(x) + high(x)

    assert first(1.0) == 10.0
    assert grad(both, target="python")(1.0) == 10.0
    assert grad(both)(1.0) == 10.0
