"""Refuse operands of kinds that a function takes in NumPy, and its rule is not written for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.checks.own_raises import LIBRARY
from srcdiff.analyse.types.composite_types import flattened_once
from srcdiff.analyse.types.types import Type, is_array, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import VIEWS, Operation, operation
from srcdiff.core.primitives import by_function
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, callee_of, dotted, number, walk_statements

ONE_AXIS = by_function("axis")  # functions that may take one axis after the array
STACKED = (np.vstack, np.dstack, np.column_stack)  # each operand gets a dimension, or two
KindOf = Callable[[Expression], Type | None]


def check_operands(core: Core, kinds: Mapping[str, Type]) -> None:
    """Refuse operands that derivatives would be wrong for, or fail.

    `kinds` are the types of all names. Raises UnsupportedSyntax.
    """

    def kind(tree: Expression) -> Type | None:
        constant = core.constants.get(dotted(tree))
        return typeof(constant) if isinstance(constant, tuple) else kinds.get(dotted(tree))

    for statement in walk_statements(core.tree.body):
        value = getattr(statement, "value", None)
        found = operation(value)
        for reason, advice in refusals(found, kind) if found is not None else ():
            raise UnsupportedSyntax(reason, value, advice)
        for array, axis in axes(found, value, core):
            if is_outside(axis, kind(array)):
                raise UnsupportedSyntax("the array has no such axis", value, "count from 0, or -1")


def axes(
    found: Operation | None, value: Expression, core: Core
) -> Iterator[tuple[Expression, Expression]]:
    """Yield the array and the axis that an operation, or a function of the library, takes."""
    if found is not None and found.function in ONE_AXIS and found.function is not np.expand_dims:
        yield from zip(found.operands[:1], found.operands[1:2], strict=False)
    own: Any = core.functions.get(callee_of(value))
    if not str(getattr(own, "__module__", "")).startswith(LIBRARY):
        return
    words = {word.arg: word.value for word in value.keywords}
    given = {**dict(zip(inspect.signature(own).parameters, value.args, strict=False)), **words}
    if "axis" in given:
        yield given.get("arr", given.get("a", value.args[0])), given["axis"]


def is_outside(axis: Expression, kind: Type | None) -> bool:
    """Return True if a number is no axis of an array."""
    place = number(axis)
    if not isinstance(place, int) or kind is None or not is_array(kind) or kind.ndim == 0:
        return False
    return not -kind.ndim <= place < kind.ndim


def refusals(found: Operation, kind: KindOf) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the operands of an operation, and what to write instead."""
    operands = found.operands
    places = {np.moveaxis: operands[1:]}.get(found.function, operands[1:2])
    if found.function in (*ONE_AXIS, np.moveaxis) and any(is_tuple(p, kind) for p in places):
        yield (
            "several axes are not supported here",
            "write the axes out as numbers, or take one axis after the other",
        )
    if found.function is np.take and len(operands) > 1 and is_mask(kind(operands[1])):
        yield "`np.take` takes True and False for the places 1 and 0", "use `x[mask]`"
    if found.function is np.take and len(operands) > 1 and is_tuple(operands[1], kind):
        yield "`np.take` with a tuple of places is not supported here", "use `np.array(places)`"
    is_expanded = found.function is np.expand_dims and (
        has_one_axis(found) or number(operands[1]) is None
    )
    if found.function in VIEWS and is_single(kind(operands[0])) and not is_expanded:
        yield "this function of a number is not supported", "use `np.full(shape, number)`"
    if found.function is np.fmod and all(is_integer(o, kind) for o in operands):
        yield (
            "`fmod` of two integers is compiled without their signs",
            "make one of them a number with a point: `np.fmod(float(n), 3)`",
        )
    parts = (
        kinds_in(operands[0], kind) if operands and found.function in (*STACKED, np.stack) else ()
    )
    has_numbers = any(map(is_single, parts))
    if has_numbers and found.function is not np.stack:
        yield "numbers are not supported here", "use `np.array([[x], [y]])`"
    elif has_numbers and not has_one_axis(found):
        yield "numbers make an array with one axis", "use `np.array([x, y])`"


def has_one_axis(found: Operation) -> bool:
    """Return True if an operation that gives numbers an axis gives them one that they can have."""
    return all(number(axis) in (0, -1) for axis in found.operands[1:2])


def kinds_in(tree: Expression, kind: KindOf) -> Sequence[Type | None]:
    """Return the types of the parts of a tuple, or of one that has a name."""
    if isinstance(tree, (gast.Tuple, gast.List)):
        return [kind(part) for part in tree.elts]
    return flattened_once(kind(tree))


def is_tuple(tree: Expression, kind: KindOf) -> bool:
    """Return True if an expression is a tuple, or a name of one."""
    return isinstance(tree, gast.Tuple) or isinstance(kind(tree), numba_types.BaseTuple)


def is_integer(tree: Expression, kind: KindOf) -> bool:
    """Return True if an expression is an integer, or an array of integers."""
    if number(tree) is not None:
        return isinstance(number(tree), int)
    found: Any = kind(tree)
    return isinstance(found.dtype if found and is_array(found) else found, numba_types.Integer)


def is_mask(kind: Type | None) -> bool:
    """Return True if values of a type are true or false, or arrays of such."""
    return isinstance(kind.dtype if kind and is_array(kind) else kind, numba_types.Boolean)


def is_single(kind: Type | None) -> bool:
    """Return True if values of a type are numbers, or arrays without dimensions."""
    if kind and is_array(kind):
        return bool(kind.ndim == 0)
    return isinstance(kind, (numba_types.Number, numba_types.Boolean))
