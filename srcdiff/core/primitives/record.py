"""The record of an operation, how one is declared, and questions to all of them."""

from __future__ import annotations

import builtins
import cmath
import functools
import math
import operator
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from typing import Any

import numpy as np

from srcdiff import runtime

MODULES: dict[str, Any] = {
    "math": math,
    "np": np,
    "cmath": cmath,
    "operator": operator,
    "runtime": runtime,
}


class Fill(Enum):
    """What is in an array that is made of a shape."""

    UNSET = auto()
    ZEROS = auto()
    ONES = auto()
    IDENTITY = auto()


class Axis(Enum):
    """What becomes of the one axis that may be the second operand."""

    REDUCED = auto()
    OTHER = auto()


class Weight(Enum):
    """How a result grows with its operands: analyse/shifts/operation_weights.py."""

    SUM = auto()
    DIFFERENCE = auto()
    PRODUCT = auto()
    CONTRACTION = auto()
    QUOTIENT = auto()
    POWER = auto()
    SAME_SIGN = auto()
    OTHER_SIGN = auto()
    EXPONENTIAL = auto()
    LOGARITHM = auto()
    LOGARITHM_OF_SUM = auto()
    CHOICE = auto()  # one of the operands, or of their elements
    ELEMENTS = auto()  # elements of the first operand, or means of them
    TOTAL = auto()  # what is as many times larger as the first operand


@dataclass(frozen=True)
class Primitive:
    """What is known of an operation, apart from its derivative, which is a rule in `rules/`.

    Of its derivative:
        `linear`: it does not depend on elements of arrays
        `constant`: it is zero wherever it exists, or not asked for
        `holomorphic`: the rule for real operands holds for complex ones as it stands
        `of_reals`: the function of real numbers that has the same rule
        `slope`: it in terms of the operand `x` and the result `y`, for what has one operand
    Of its result:
        `new`: it lies in memory of its own
        `view`: it is a view of the first operand
        `elementwise`: each element is computed from those in the same place (ufuncs need not say)
        `keeps_shape`: it has the shape of the first operand (what is elementwise need not say)
        `fill` and `like`: what is in the array that is made, and whether in the shape of another
        `gives_floats`, `gives_integers`: of all operands that it takes
        `is_test`, `is_logical`: it says of numbers, or of what is true or false, what is true
        `weight`, `power`: how it grows with its operands
        `same_at`: the second operand for which it is the first one, not an array of its own
    Of its operands:
        `method`: the first one may be the owner of a method of the same name
        `joins`: the first one is a tuple of arrays
        `from_lists`: it makes an array of elements that are written out
        `lists`: the positions of those that NumPy makes arrays of, if they are lists
        `contiguous`: the positions of those that Numba takes without gaps only
        `sized`: the first one is a size or a shape
        `writes`: it is written to
        `axis`: what becomes of the axis that may be the second one
        `dtype`, `out`: the position of the type of the elements, of the array for the result
        `order`: the order of elements that it makes sure of, as a letter
        `at_least`: the dimensions that it gives an array with fewer of them
    Of all elements of an array:
        `reduces`: it makes one number of them
        `reduces_masks`: and one of what is true or false
        `one_number`: of one number it gives the number
    Of its cost, and its text:
        `cheap`: it may be computed again where the result is needed
        `matrix_product`: it is one, in the core form
        `noun`: what comments call the result
        `domain`, `overflow`: tests of the operands `x` and `y` for which Python raises
    """

    name: str
    function: Any
    linear: bool = False
    constant: bool = False
    holomorphic: bool = False
    of_reals: Any = None
    slope: str | None = None
    new: bool = False
    view: bool = False
    elementwise: bool = False
    keeps_shape: bool = False
    fill: Fill | None = None
    like: bool = False
    gives_floats: bool = False
    gives_integers: bool = False
    is_test: bool = False
    is_logical: bool = False
    weight: Weight | None = None
    power: Fraction | None = None
    same_at: int | None = None
    method: bool = False
    joins: bool = False
    from_lists: bool = False
    lists: tuple[int, ...] | None = None
    contiguous: tuple[int, ...] | None = None
    sized: bool = False
    writes: bool = False
    axis: Axis | None = None
    dtype: int | None = None
    out: int | None = None
    at_least: int | None = None
    order: str | None = None
    reduces: bool = False
    reduces_masks: bool = False
    one_number: bool = False
    cheap: bool = False
    matrix_product: bool = False
    noun: str | None = None
    domain: str | None = None
    overflow: str | None = None


PRIMITIVES: dict[str, Primitive] = {}


@functools.cache
def standard(name: str) -> Any:
    """Return the standard function of that name, or None.

    >>> standard("math.sin") is math.sin, standard("f") is None
    (True, True)
    """
    first, *rest = name.split(".")
    found = MODULES.get(first)
    if not rest:
        return getattr(builtins, first, None)
    for attribute in rest:
        found = getattr(found, attribute, None)
    return found


def declare(names: str, true: str = "", **facts: Any) -> None:
    """Enter what is known of some operations, which are named as in the core form.

    `true` are the names of the fields of the record that are True. What this version of NumPy does
    not have is left out. Raises ValueError for what is declared already, as something else: an
    import that was interrupted is done again.
    """
    facts.update(dict.fromkeys(true.split(), True))
    for name in names.split():
        function = standard(name)
        if function is None:
            continue
        found = Primitive(name, function, **facts)
        if PRIMITIVES.setdefault(name, found) != found:
            raise ValueError(f"`{name}` is declared twice")


def primitives_with(**wanted: Any) -> Iterator[Primitive]:
    """Yield the operations with some facts.

    >>> sorted(p.name for p in primitives_with(weight=Weight.SUM))
    ['np.add', 'operator.add']
    """
    for primitive in PRIMITIVES.values():
        if all(getattr(primitive, fact) == value for fact, value in wanted.items()):
            yield primitive


def functions_with(**wanted: Any) -> frozenset[Any]:
    """Return the operations with some facts, as functions."""
    return frozenset(primitive.function for primitive in primitives_with(**wanted))


def names_with(**wanted: Any) -> frozenset[str]:
    """Return the operations with some facts, by name."""
    return frozenset(primitive.name for primitive in primitives_with(**wanted))


def by_function(fact: str) -> dict[Any, Any]:
    """Return what is known of operations, for the functions of which it is.

    >>> by_function("same_at")[np.diff]
    0
    """
    return {p.function: value for p, value in known(fact)}


def by_name(fact: str) -> dict[str, Any]:
    """Return what is known of operations, for the names of those of which it is.

    >>> by_name("domain")["math.log"]
    'x <= 0'
    """
    return {p.name: value for p, value in known(fact)}


def known(fact: str) -> Iterator[tuple[Primitive, Any]]:
    """Yield the operations of which something is known, and what."""
    for primitive in PRIMITIVES.values():
        value = getattr(primitive, fact)
        if value is not None and value is not False:
            yield primitive, value
