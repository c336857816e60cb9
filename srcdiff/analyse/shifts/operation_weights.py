"""The weights (weights.py) of what operations give, by those of their operands: a table."""

from __future__ import annotations

import builtins
import cmath
import math
import operator
from collections.abc import Callable
from fractions import Fraction
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
from srcdiff.rules.registry import is_constant
from srcdiff.syntax import Expression, dotted

SUMS = {operator.add: 1, np.add: 1, operator.sub: -1, np.subtract: -1}
PRODUCTS = {operator.mul, np.multiply}
CONTRACTIONS = {np.dot, np.vdot, np.inner, np.outer, np.matmul, operator.matmul}
QUOTIENTS = {operator.truediv, np.divide}
SIGNS = {operator.neg: -1, np.negative: -1, operator.pos: 1, np.positive: 1}
EXPONENTIALS = {math.exp, np.exp, cmath.exp}
LOGARITHMS = {math.log, np.log, cmath.log}
POWERS = {operator.pow, np.power, math.pow}
FIXED_POWERS: dict[Any, Fraction] = {
    math.sqrt: Fraction(1, 2),
    np.sqrt: Fraction(1, 2),
    np.cbrt: Fraction(1, 3),
    np.square: Fraction(2),
    np.reciprocal: Fraction(-1),
}
CHOICES = {  # one of the operands, or of their elements
    *(builtins.max, builtins.min, np.maximum, np.minimum, np.fmax, np.fmin),
}
ELEMENTS = {  # elements of the first operand, or means of them
    *(np.copy, np.max, np.min, np.mean, np.sort, np.ravel, np.ndarray.flatten, np.diagonal),
    *(np.ascontiguousarray, np.array, np.asarray, np.squeeze, np.atleast_1d, np.broadcast_to),
    *(np.repeat, np.take, np.float64, np.float32, builtins.float),
    *(runtime.max_along, runtime.min_along, runtime.mean_along, runtime.kept),
    *VIEWS,
}
TOTALS = {  # what is as many times larger as the first operand
    *(np.sum, np.nansum, np.cumsum, np.trace, builtins.abs, np.abs, math.fabs, np.fabs),
}
LOGARITHMS_OF_SUMS = {runtime.logsumexp, runtime.logsumexp_along}
NEW = {np.zeros: ZERO, np.zeros_like: ZERO, np.empty: UNSET, np.empty_like: UNSET}
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
    if function in ALLOCATORS:
        return NEW.get(function, FREE)
    if is_constant(function):
        return FREE
    values = with_axes(found, [of(operand) for operand in operands], rank)
    first, second = values if len(values) == 2 else (FREE, FREE)
    if not any(value.weights for value in values):
        return added(first, second) if function in SUMS else FREE
    if function in PRODUCTS:
        return multiplied(map(Part, values, map(scale, operands)))
    if function in CONTRACTIONS:
        return multiplied(map(Part, values))
    if function in SIGNS:
        return multiplied([Part(values[0]), Part(FREE, SIGNS[function])])
    if function in CHOICES:
        return choice(values)
    if function is np.where and len(values) == 3 and not values[0].weights:
        return choice(values[1:])
    if function is np.logaddexp:
        return only(choice(values), multiplies=False)
    if function in SUMS and len(values) == 2:
        return added(first, second, SUMS[function])
    if function in QUOTIENTS and len(values) == 2:
        return multiplied([Part(first), Part(second, scale(operands[1]), -1)])
    if function in POWERS and len(values) == 2:
        return raised(first, second, scale(operands[1]))
    if any(value.weights for value in values[1:]) and function is not runtime.kept:
        return unknown(values)
    return of_first(function, values[0], alone=len(values) == 1)


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


def of_first(function: Any, first: Value, alone: bool) -> Value:
    """Return the weights of what a function gives of which only the first operand has any."""
    if alone and function in EXPONENTIALS:
        return exchanged(first, multiplies=False)
    if alone and function in LOGARITHMS:
        return exchanged(first, multiplies=True)
    if alone and function in FIXED_POWERS:
        return raised(first, FREE, FIXED_POWERS[function])
    if function in LOGARITHMS_OF_SUMS:
        return only(first, multiplies=False)
    if function in TOTALS:
        return only(first, multiplies=True)
    return first if function in ELEMENTS else unknown([first])


def has_other_words(value: Expression) -> bool:
    """Return True if a call has keywords that may change values."""
    return isinstance(value, gast.Call) and any(w.arg not in WORDS for w in value.keywords)
