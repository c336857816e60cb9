"""The weights (weights.py) of what operations give, by those of their operands: a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srcdiff import runtime
from srcdiff.analyse.arrays.moved_axes import is_lost, moved_by, stays
from srcdiff.analyse.shifts.weights import (
    FREE,
    UNSET,
    ZERO,
    Part,
    Scale,
    Value,
    added,
    exchanged,
    joined,
    moved,
    multiplied,
    only,
    raised,
    unknown,
)
from srcdiff.core.operations import ALLOCATORS, VIEWS, Operation
from srcdiff.core.primitives import Fill, Weight, by_function
from srcdiff.rules.registry import is_constant
from srcdiff.syntax import Expression, dotted

WEIGHTS = by_function("weight")
POWERS = by_function("power")
FILLED = {Fill.ZEROS: ZERO, Fill.UNSET: UNSET}
NEW = {f: FILLED.get(fill, FREE) for f, fill in by_function("fill").items() if f in ALLOCATORS}
SIGNS_OF_SUMS = {Weight.SUM: 1, Weight.DIFFERENCE: -1}
WORDS = {"axis", "keepdims"}  # keywords that only say which elements are taken together

Of = Callable[[Expression], Value]


def weights_of(
    found: Operation,
    of: Of,
    scale: Callable[[Expression], Scale],
    rank: Callable[[str], int] = lambda name: 0,
) -> Value:
    """Return the weights of what an operation gives.

    `of` returns those of an operand, `scale` what it is if it is a number, and `rank` how many axes
    it has.

    >>> from srcdiff.analyse.shifts.weights import SHIFT
    >>> from srcdiff.core.operations import operation
    >>> from srcdiff.syntax import dotted, expression, number
    >>> def weights(text):
    ...     known = {"m": Value({"m": SHIFT})}
    ...     found = operation(expression(text))
    ...     return dict(weights_of(found, lambda o: known.get(dotted(o), FREE), number).weights)
    >>> weights("m + x") == {"m": SHIFT}, weights("m - m"), weights("np.floor(m)")
    (True, {}, {})
    """
    function, operands = found.function, found.operands
    weight = Weight.ELEMENTS if function in VIEWS else WEIGHTS.get(function)
    if function in NEW:
        return NEW[function]
    if is_constant(function):
        return FREE
    values = with_axes(found, [of(operand) for operand in operands], rank)
    first, second = values if len(values) == 2 else (FREE, FREE)
    if not any(value.weights for value in values):
        return added(first, second) if weight in SIGNS_OF_SUMS else FREE
    match weight:
        case Weight.PRODUCT:
            return multiplied(map(Part, values, map(scale, operands)))
        case Weight.CONTRACTION:
            return multiplied(map(Part, values))
        case Weight.SAME_SIGN | Weight.OTHER_SIGN:
            sign = 1 if weight is Weight.SAME_SIGN else -1
            return multiplied([Part(values[0]), Part(FREE, sign)])
        case Weight.CHOICE:
            return choice(values)
        case Weight.SUM | Weight.DIFFERENCE if len(values) == 2:
            return added(first, second, SIGNS_OF_SUMS[weight])
        case Weight.QUOTIENT if len(values) == 2:
            return multiplied([Part(first), Part(second, scale(operands[1]), -1)])
        case Weight.POWER if len(values) == 2:
            return raised(first, second, scale(operands[1]))
    if function is np.where and len(values) == 3 and not values[0].weights:
        return choice(values[1:])
    if function is np.logaddexp:
        return only(choice(values), multiplies=False)
    if any(value.weights for value in values[1:]) and function is not runtime.kept:
        return unknown(values)
    return of_first(function, weight, values[0], alone=len(values) == 1)


def with_axes(found: Operation, values: list[Value], rank: Callable[[str], int]) -> list[Value]:
    """Return the weights of operands, with their axes where they are in the result."""
    if not any(weight.axes for value in values for weight in value.weights.values()):
        return values
    moves = moved_by(found, rank(dotted(found.operands[0])))
    others = stays if moves is stays else is_lost
    return [moved(values[0], moves), *(moved(value, others) for value in values[1:])]


def choice(values: list[Value]) -> Value:
    """Return the weights of what is one of several values."""
    total = values[0]
    for value in values[1:]:
        total = joined(total, value)
    return total


def of_first(function: Any, weight: Weight | None, first: Value, alone: bool) -> Value:
    """Return the weights of what a function gives of which only the first operand has any."""
    if alone and function in POWERS:
        return raised(first, FREE, POWERS[function])
    match weight:
        case Weight.EXPONENTIAL if alone:
            return exchanged(first, multiplies=False)
        case Weight.LOGARITHM if alone:
            return exchanged(first, multiplies=True)
        case Weight.LOGARITHM_OF_SUM:
            return only(first, multiplies=False)
        case Weight.TOTAL:
            return only(first, multiplies=True)
        case Weight.ELEMENTS:
            return first
    return unknown([first])


def has_other_words(value: Expression) -> bool:
    """Return True if a call has keywords that may change values."""
    return isinstance(value, gast.Call) and any(w.arg not in WORDS for w in value.keywords)
