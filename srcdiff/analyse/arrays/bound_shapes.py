"""The shapes of the arrays that a statement binds, from those of its operands."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import Roots, union
from srcdiff.analyse.arrays.displays import DISPLAYS
from srcdiff.analyse.arrays.element_expressions import Names, expression_shape, is_truth
from srcdiff.analyse.arrays.shapes import (
    RANKS,
    Shape,
    broadcast,
    chosen,
    literal,
    literal_shape,
    product_shape,
    slice_length,
)
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import ALLOCATORS, OPERATORS, Operation, operation
from srcdiff.core.primitives import Fill, functions_with
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import Expression, Statement, dotted, name, number, targets

LARGEST = 9  # elements
ALIKE = functions_with(like=True) | {np.copy}
MAKERS = ALLOCATORS.keys() - ALIKE
ARITHMETIC = {
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.pow),
    *(operator.neg, operator.pos, np.reciprocal, builtins.abs),
}
PRODUCTS = functions_with(matrix_product=True)
IDENTITIES = functions_with(fill=Fill.IDENTITY)


@dataclass(frozen=True)
class Called:
    """A call that passes the elements of small arrays instead of the arrays.

    `title` names the `function` for it in the one that calls it. `takes` are the positions of the
    arguments that it does so with; `results` has the shape of each result that comes as elements,
    None for the others.
    """

    title: str
    function: Any
    takes: frozenset[int]
    results: tuple[Shape | None, ...]


Ask = Callable[[Statement, tuple[Shape | None, ...]], Called | None]


@dataclass(frozen=True)
class Place:
    """A function in which small arrays are sought.

    `given` are the shapes of parameters, `ask` tells what calls do with small arrays, and
    `of_call` which vectors a call indexes.
    """

    core: Core
    types: Types
    effects: Effects
    layout: Structure
    given: Mapping[str, Shape]
    ask: Ask
    of_call: Callable[[Statement], Collection[str]]

    @cached_property
    def sizes(self) -> dict[str, Shape]:
        """Return the shapes of small global arrays."""
        return {
            title: value.shape
            for title, value in self.core.constants.items()
            if isinstance(value, np.ndarray) and self.is_plain(title) and value.size <= LARGEST
        }

    @cached_property
    def written(self) -> Roots:
        """Return the arrays that elements are written to."""
        return union(self.effects.writes.values())

    def is_plain(self, name: str) -> bool:
        """Return True if a name is of an array that could be held in variables."""
        kind = self.types[name]
        return is_array(kind) and kind.dtype == numba_types.float64 and kind.ndim in RANKS

    def is_mask(self, name: str) -> bool:
        """Return True if a name is of an array of what is true or false."""
        kind = self.types[name]
        return is_array(kind) and kind.dtype == numba_types.boolean and kind.ndim in RANKS

    def is_vector(self, name: str) -> bool:
        """Return True if a name is of a vector that could be held in variables."""
        return self.is_plain(name) and self.types.ndim(name) == 1

    def shape(self, tree: Expression, known: Mapping[str, Shape]) -> Shape | None:
        """Return the shape of an atom: () for a number, None where it is not known."""
        title = dotted(tree)
        if title in known:
            return known[title]
        if title in self.sizes:
            return self.sizes[title]
        return None if is_array(self.types[title]) else ()

    def names(self, known: Mapping[str, Shape]) -> Names:
        """Return what is known of the names in an expression."""
        return Names(lambda title: self.shape(name(title), known), self.types.ndim, self.is_mask)


def bound_shapes(
    statement: Statement, place: Place, known: Mapping[str, Shape], calls: dict[Statement, Called]
) -> dict[str, Shape | None]:
    """Return the shapes of the arrays that a statement binds, as far as they are known."""
    bound = targets(statement)
    value = getattr(statement, "value", None)
    found = operation(value)
    if found is not None and found.is_user:
        given = tuple(known.get(dotted(a)) for a in found.operands)
        called = place.ask(statement, given)
        calls.pop(statement, None)
        if called is None:
            return {}
        calls[statement] = called
        return dict(zip(bound, called.results, strict=True))
    if not bound or not isinstance(statement, gast.Assign):
        return {}
    if isinstance(value, gast.Tuple) and len(bound) == len(value.elts):
        return {t: place.shape(v, known) or None for t, v in zip(bound, value.elts, strict=True)}
    if len(bound) > 1:
        return {}
    if isinstance(value, gast.Name):
        return {bound[0]: place.shape(value, known) or None}
    if not place.is_plain(bound[0]):
        names = place.names(known)
        is_mask = place.is_mask(bound[0]) and is_truth(value, names)
        return {bound[0]: expression_shape(value, names) or None} if is_mask else {}
    if isinstance(value, gast.Subscript) and isinstance(value.value, gast.Name):
        return {bound[0]: part_shape(value, place, known)}
    if found is None:
        return {}
    return {bound[0]: result_shape(found, value, place, known)}


def part_shape(tree: gast.Subscript, place: Place, known: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of a part of an array, if it is small."""
    array = dotted(tree.value)
    shape = place.shape(tree.value, known)
    if shape:
        found = chosen(tree.slice, shape)
        return found[0] or None if found is not None else None
    if not place.is_plain(array):
        return None
    length = slice_length(tree.slice, place.types.ndim(array))
    return (length,) if length else None


def result_shape(
    found: Operation, value: Expression, place: Place, known: Mapping[str, Shape]
) -> Shape | None:
    """Return the shape of the result of an operation, None for a number or where unknown."""
    operands = found.operands
    if rule_instead(found.function) is not None and not isinstance(found.function, np.ufunc):
        return None  # it is for the call as it stands
    if found.function in MAKERS:
        return literal_shape(operands[0]) if operands else None
    if found.function in ALIKE:
        return place.shape(operands[0], known) or None
    if found.function in DISPLAYS:
        made = literal(operands[0])
        return made.shape if made is not None else None
    if getattr(value, "keywords", None):
        return None
    if found.function in IDENTITIES or found.function is np.full:
        shape = literal_shape(operands[0])
        if shape is None or found.function is np.full:
            return shape
        return (*shape, *shape) if len(operands) == 1 and len(shape) == 1 else None
    each = [place.shape(operand, known) for operand in operands]
    if found.function in (np.clip, np.where):
        return chosen_shape(found, each, place)
    if found.function in (np.outer, np.cross):
        return combined_shape(found.function, each)
    if found.function in PRODUCTS:
        return product_shape(each[0], each[1]) or None if len(each) == 2 else None
    if found.function is np.transpose and len(each) == 1 and each[0]:
        return each[0][::-1]
    if is_arithmetic(found):
        return joined_shape(operands, each, place)
    return None


def combined_shape(function: Any, each: list[Shape | None]) -> Shape | None:
    """Return the shape of an outer product, or of a cross product in three dimensions."""
    if len(each) != 2 or not all(shape and len(shape) == 1 for shape in each):
        return None
    first, second = (shape[0] for shape in each if shape)
    if function is np.cross:
        return (3,) if first == second == 3 else None
    return first, second


def chosen_shape(found: Operation, each: list[Shape | None], place: Place) -> Shape | None:
    """Return the shape of numbers within limits, or of those that a mask or a flag chooses."""
    operands = found.operands
    if len(operands) != 3 or not any(each):
        return None
    if not all(number(o) is not None or dotted(o) for o in operands):
        return None
    if found.function is np.where:
        kind = place.types[dotted(operands[0])]
        if getattr(kind, "dtype", kind) != numba_types.boolean:
            return None
    return broadcast(each)


def is_arithmetic(found: Operation) -> bool:
    """Return True if an operation on arrays is done element by element, as on numbers."""
    function = found.function
    if isinstance(function, np.ufunc):
        return function.nout == 1 and function.nin == len(found.operands)
    return function in ARITHMETIC and function in {*OPERATORS.values(), *ARITHMETIC}


def joined_shape(
    operands: tuple[Expression, ...], each: list[Shape | None], place: Place
) -> Shape | None:
    """Return the shape of the result of arithmetic on arrays, numbers and unknown vectors."""
    known = [shape for shape in each if shape]
    if not known:
        return None
    joined = broadcast(known)
    if joined is None:
        return None
    for operand, shape in zip(operands, each, strict=True):
        title = dotted(operand)
        if shape == () and is_array(place.types[title]):
            return None
        if shape is None and (not place.is_vector(title) or len(joined) != 1 or joined[0] == 1):
            return None
    return joined
