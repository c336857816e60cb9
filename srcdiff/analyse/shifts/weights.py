"""How values depend on a shift: weights, as of a homogeneity analysis, and their arithmetic.

Take a number `m` for a variable of its own. A value has, in `m`, the additive weight k if its
derivative is k, as `x - m` has -1; and the multiplicative weight k if its derivative is k times the
value, as `exp(x - m)` has -1. A value without weight does not depend on `m`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

Term = frozenset[tuple[str, int]]  # a product of powers of names
Factor = frozenset[tuple[Term, Fraction]]  # a sum of such products

NOTHING: Factor = frozenset()
ONE: Factor = frozenset({(Term(), Fraction(1))})
Scale = float | Fraction | str | None  # a number, or a name of one; None where it is neither


@dataclass(frozen=True)
class Weight:
    """How a value depends on a shift: with which factor, and whether the factor multiplies it.

    Where the shift is an array, an element only depends on one of its elements: `axes` has for each
    of its axes the one that runs beside it in the value, counted from the last one, which is -1.
    """

    factor: Factor
    multiplies: bool = False
    axes: tuple[int, ...] = ()


UNKNOWN = Weight(NOTHING)
SHIFT = Weight(ONE)  # of the shift itself, if it is a number


@dataclass(frozen=True)
class Value:
    """The weights of a value in all shifts on which it depends.

    Zero has every multiplicative weight, and memory that is `unset` every weight.
    """

    weights: Mapping[str, Weight] = field(default_factory=dict)
    is_zero: bool = False
    is_unset: bool = False


FREE = Value()
ZERO = Value(is_zero=True)
UNSET = Value(is_unset=True)


def plus(first: Factor, second: Factor, sign: int = 1) -> Factor:
    """Return the sum of two factors.

    >>> plus(ONE, ONE, -1) == NOTHING
    True
    """
    total = dict(first)
    for term, count in second:
        total[term] = total.get(term, Fraction(0)) + sign * count
    return frozenset((term, count) for term, count in total.items() if count)


def scaled(factor: Factor, scale: Scale, power: int = 1) -> Factor | None:
    """Return a factor times a number or a name, or divided by it; None where that is unknown.

    >>> scaled(scaled(ONE, "t"), "t", -1) == ONE, scaled(ONE, None) is None
    (True, True)
    """
    if isinstance(scale, str):
        return frozenset((times(term, scale, power), count) for term, count in factor)
    if scale is None or not math.isfinite(scale) or (power < 0 and scale == 0):
        return None
    by = Fraction(scale) ** power
    return frozenset((term, count * by) for term, count in factor if by)


def times(term: Term, name: str, power: int) -> Term:
    """Return a product of powers with one more."""
    powers = dict(term)
    powers[name] = powers.get(name, 0) + power
    return frozenset((name, power) for name, power in powers.items() if power)


def names_of(weight: Weight) -> set[str]:
    """Return the names in the factor of a weight."""
    return {name for term, _ in weight.factor for name, _ in term}


def weighted(first: Value, second: Value) -> Iterable[str]:
    """Return the shifts on which one of two values depends."""
    return {**first.weights, **second.weights}


def joined(first: Value, second: Value) -> Value:
    """Return the weights of what is one of two values.

    >>> product = Value({"m": Weight(ONE, True)})
    >>> joined(ZERO, product) == product, joined(FREE, product).weights["m"] is UNKNOWN
    (True, True)
    """
    if first.is_unset or second.is_unset or first == second:
        return second if first.is_unset else first
    found = {}
    for shift in weighted(first, second):
        one, other = first.weights.get(shift), second.weights.get(shift)
        found[shift] = one if one == other and one is not None else UNKNOWN
        for known, absent in ((one, second), (other, first)):
            if absent.is_zero and known is not None and known.multiplies:
                found[shift] = known
    return Value(found, first.is_zero and second.is_zero)


def added(first: Value, second: Value, sign: int = 1) -> Value:
    """Return the weights of a sum, or with the sign -1 of a difference.

    >>> shift = Value({"m": SHIFT})
    >>> added(shift, FREE) == shift, added(shift, shift, -1) == FREE
    (True, True)
    """
    alike = joined(first, second).weights
    found = {}
    for shift in weighted(first, second):
        own = [v.weights[shift] for v in (first, second) if shift in v.weights]
        both = [v.weights.get(shift, UNKNOWN) for v in (first, second)]
        if any(weight.multiplies for weight in own):
            found[shift] = alike[shift]
        elif UNKNOWN in own or own[0].axes != own[-1].axes:
            found[shift] = UNKNOWN
        elif factor := plus(both[0].factor, both[1].factor, sign):
            found[shift] = replace(own[0], factor=factor)
    return Value(found, first.is_zero and second.is_zero)


@dataclass(frozen=True)
class Part:
    """A factor of a product, or with the power -1 a divisor; `scale` is what it is, if known."""

    value: Value
    scale: Scale = None
    power: int = 1


def multiplied(parts: Iterable[Part]) -> Value:
    """Return the weights of a product.

    >>> shift, product = Value({"m": SHIFT}), Value({"m": Weight(ONE, True)})
    >>> multiplied([Part(product), Part(product, power=-1)]) == FREE
    True
    >>> multiplied([Part(shift), Part(product)]).weights["m"] is UNKNOWN
    True
    """
    parts = list(parts)
    found = {}
    for shift in {shift: None for part in parts for shift in part.value.weights}:
        weight = product_weight(shift, parts)
        if weight is not None:
            found[shift] = weight
    return Value(found)


def product_weight(shift: str, parts: list[Part]) -> Weight | None:
    """Return the weight of a product in one shift, or None where it has none."""
    own = [(part.value.weights[shift], part) for part in parts if shift in part.value.weights]
    (weight, only), *others = own
    if any(other.axes != weight.axes for other, _ in others):
        return UNKNOWN
    if all(weight.multiplies for weight, _ in own):
        total = NOTHING
        for each, part in own:
            total = plus(total, each.factor, part.power)
        return replace(weight, factor=total) if total else None
    if weight == UNKNOWN or others or only.power < 0:
        return UNKNOWN
    factor: Factor | None = weight.factor
    for part in parts:
        if part is not only and factor is not None:
            factor = scaled(factor, part.scale, part.power)
    if factor is None:
        return UNKNOWN
    return replace(weight, factor=factor) if factor else None


def raised(base: Value, exponent: Value, scale: Scale) -> Value:
    """Return the weights of a power, whose exponent is `scale`.

    >>> product = Value({"m": Weight(ONE, True)})
    >>> raised(product, FREE, 0).weights, raised(FREE, product, None).weights["m"] is UNKNOWN
    ({}, True)
    """
    found = {}
    for shift in weighted(base, exponent):
        weight = base.weights.get(shift, UNKNOWN)
        is_known = weight.multiplies and shift not in exponent.weights
        factor = scaled(weight.factor, scale) if is_known else None
        if factor is None:
            found[shift] = UNKNOWN
        elif factor:
            found[shift] = replace(weight, factor=factor)
    return Value(found)


def exchanged(value: Value, multiplies: bool) -> Value:
    """Return the weights of an exponential, or those of a logarithm where weights `multiply`.

    >>> exchanged(exchanged(Value({"m": SHIFT}), False), True) == Value({"m": SHIFT})
    True
    """
    return Value(
        {
            shift: replace(weight, multiplies=not multiplies)
            if weight != UNKNOWN and weight.multiplies == multiplies
            else UNKNOWN
            for shift, weight in value.weights.items()
        }
    )


def only(value: Value, multiplies: bool) -> Value:
    """Return the weights of what keeps them where they multiply, or where they do not."""
    return Value(
        {s: w if w.multiplies == multiplies else UNKNOWN for s, w in value.weights.items()},
    )


def unknown(values: Iterable[Value]) -> Value:
    """Return the weights of what depends on values in a way that is not known."""
    return Value({shift: UNKNOWN for value in values for shift in value.weights})


def moved(value: Value, move: Callable[[int], int | None]) -> Value:
    """Return weights whose axes are elsewhere, or nowhere: `move` gives their new places.

    >>> rows = Value({"m": Weight(ONE, axes=(-2,))})
    >>> moved(rows, lambda axis: axis + 1).weights["m"].axes
    (-1,)
    >>> moved(rows, lambda axis: None).weights["m"] is UNKNOWN
    True
    """
    if not any(weight.axes for weight in value.weights.values()):
        return value
    found = {}
    for shift, weight in value.weights.items():
        axes = [place for axis in weight.axes for place in [move(axis)] if place is not None]
        is_known = len(axes) == len(weight.axes)
        found[shift] = replace(weight, axes=tuple(axes)) if is_known else UNKNOWN
    return Value(found, value.is_zero, value.is_unset)
