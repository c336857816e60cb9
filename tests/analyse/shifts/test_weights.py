"""The weights of values: what is one of several, sums, products and powers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from srcdiff.analyse.shifts.weights import (
    FREE,
    ONE,
    SHIFT,
    UNKNOWN,
    UNSET,
    ZERO,
    Part,
    Value,
    Weight,
    added,
    exchanged,
    joined,
    multiplied,
    raised,
    scaled,
)

TERM = Value({"m": SHIFT})
FACTOR = Value({"m": Weight(ONE, True)})
LOST = Value({"m": UNKNOWN})


@pytest.mark.parametrize(
    ("first", "second", "either"),
    [
        (TERM, TERM, TERM),
        (FACTOR, FACTOR, FACTOR),
        (TERM, FACTOR, LOST),
        (TERM, FREE, LOST),
        (FACTOR, FREE, LOST),
        (FACTOR, ZERO, FACTOR),
        (TERM, ZERO, LOST),
        (TERM, UNSET, TERM),
        (LOST, ZERO, LOST),
        (ZERO, FREE, FREE),
        (ZERO, ZERO, ZERO),
    ],
)
def test_one_of_two(first: Value, second: Value, either: Value) -> None:
    assert joined(first, second) == joined(second, first) == either


@pytest.mark.parametrize(
    ("first", "second", "total"),
    [
        (TERM, FREE, TERM),
        (TERM, ZERO, TERM),
        (FACTOR, FACTOR, FACTOR),
        (FACTOR, ZERO, FACTOR),
        (FACTOR, FREE, LOST),
        (FACTOR, TERM, LOST),
        (LOST, FREE, LOST),
    ],
)
def test_sums(first: Value, second: Value, total: Value) -> None:
    assert added(first, second) == added(second, first) == total


def test_terms_of_sums_are_counted() -> None:
    assert added(TERM, TERM).weights["m"].factor == scaled(ONE, 2)
    assert added(TERM, TERM, -1) == FREE
    assert added(FACTOR, FACTOR, -1) == FACTOR


def test_products_and_quotients() -> None:
    assert multiplied([Part(FACTOR), Part(FREE)]) == FACTOR
    assert multiplied([Part(FACTOR), Part(FACTOR)]) == Value({"m": Weight(scaled(ONE, 2), True)})
    assert multiplied([Part(FACTOR), Part(FACTOR, power=-1)]) == FREE
    assert multiplied([Part(TERM), Part(FREE, "t"), Part(FREE, "t", -1)]) == TERM
    assert multiplied([Part(TERM), Part(FREE)]) == LOST
    assert multiplied([Part(FREE), Part(TERM, "m", -1)]) == LOST
    assert multiplied([Part(TERM), Part(TERM)]) == LOST
    assert multiplied([Part(TERM), Part(FREE, 0.0)]) == FREE


def test_powers() -> None:
    root = Value({"m": Weight(scaled(ONE, Fraction(1, 2)), True)})
    assert raised(FACTOR, FREE, 0.5) == root
    assert multiplied([Part(root), Part(root)]) == FACTOR
    assert raised(TERM, FREE, 2) == LOST
    assert raised(FREE, TERM, None) == LOST


@pytest.mark.parametrize("scale", [float("inf"), float("nan"), None])
def test_numbers_that_are_no_scale(scale: float | None) -> None:
    assert scaled(ONE, scale) is None


def test_exponentials_of_factors_are_unknown() -> None:
    assert exchanged(FACTOR, multiplies=False) == LOST
    assert exchanged(TERM, multiplies=True) == LOST
