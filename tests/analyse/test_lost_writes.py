"""Writes that would be lost: to typed lists, and through views of another type."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numba import float64
from numba.experimental import jitclass
from numba.typed import List

from srcdiff import SrcdiffError, UnsupportedSyntax, UnsupportedType, grad

X = np.array([1.5, 2.5])


def stored(x, values):
    values[0] = x[0]
    return values[0] * x[1]


def added(x, values):
    values[0] += x[0]
    return values[0] * x[1]


def stored_elsewhere(x, values):
    def put(value):
        values[0] = value

    put(x[0])
    return values[0] * x[1]


@pytest.mark.parametrize("function", [stored, added, stored_elsewhere])
def test_typed_lists_are_not_written_to(function: Callable[..., float]) -> None:
    with pytest.raises(UnsupportedType, match="a typed list of float64, is written to"):
        grad(function, target="python")(X, List([1.0, 2.0]))


def test_typed_lists_are_read() -> None:
    def read(x, values, places):
        return values[1] * x[places[0]]

    def placed(x, values, places):
        places[0] = 1
        return values[1] * x[places[0]]

    given = List([1.0, 2.0]), List([0, 0])
    np.testing.assert_array_equal(grad(read, target="python")(X, *given), [2.0, 0.0])
    with pytest.raises(UnsupportedType, match="a typed list of int64, is written to"):
        grad(placed, target="python")(X, *given)


def overwritten_bits(x):
    bits = x.view(np.int64)
    bits[0] = 0
    return x[0] * x[1]


def parts_of_complex_numbers(x):
    return (x + 1j * x).view(np.float64)[1] * x[0]


@pytest.mark.parametrize("function", [overwritten_bits, parts_of_complex_numbers])
def test_views_of_another_type_are_refused(function: Callable[..., float]) -> None:
    with pytest.raises(UnsupportedSyntax, match="as those of another type"):
        grad(function, target="python")(X)


def root_by_bits(x):
    bits = np.float32(x[0]).view(np.int32)
    return x[1] * (np.int32(0x5F3759DF) - (bits >> 1)).view(np.float32)


def test_numbers_of_another_type_are_refused() -> None:
    with pytest.raises(SrcdiffError):
        grad(root_by_bits, target="python")(X)


@jitclass([("rate", float64), ("levels", float64[:])])
class Tank:
    """An object with an array."""

    def __init__(self, rate):
        self.rate = rate
        self.levels = np.zeros(2)


def filled(x, tank):
    tank.levels[0] = x[0]
    return tank.levels[0] * x[1]


def filled_through_a_part(x, tank):
    levels = tank.levels
    part = levels[1:]
    part[0] += x[0]
    return tank.levels[1] * x[1]


@pytest.mark.parametrize("function", [filled, filled_through_a_part])
def test_arrays_of_objects_are_not_written_to(function: Callable[..., float]) -> None:
    with pytest.raises(UnsupportedType, match="a list or an object has is written to"):
        grad(function, target="python")(X, Tank(2.0))


def test_arrays_of_objects_are_read() -> None:
    def read(x, tank):
        return (1.0 + tank.levels[0]) * tank.rate * x[1]

    np.testing.assert_array_equal(grad(read, target="python")(X, Tank(2.0)), [0.0, 2.0])
