"""What Numba says of one operation: the type of a value, of an attribute, of a result."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import errors
from numba.core.registry import cpu_target

from srcdiff.analyse.types.own_inference.result_types import context
from srcdiff.analyse.types.types import Type, types
from srcdiff.core.operations import MODULES

REMEMBERED = 50_000  # answers
FAILURES = (  # of Numba where there are no types, the last seven by mistakes of its own
    *(errors.NumbaError, ImportError, NotImplementedError, ValueError),
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError),
    TypeError,
)
FUNCTIONS = (BuiltinFunctionType, FunctionType)
LIBRARIES = ("numba", "numpy", "srcdiff.first", "srcdiff.runtime")  # whose functions stay the same


class Undecided(Exception):
    """An operation, or a statement, that only the whole of Numba's inference can judge."""


def type_of_literal(value: Any) -> Type:
    """Return the type of a literal, which tells the value of an integer, a boolean or a text.

    >>> print(type_of_literal(2), type_of_literal(2.0), type_of_literal((2, 3)))
    Literal[int](2) float64 UniTuple(int64 x 2)
    """
    try:
        return types.maybe_literal(value) or type_of_value(value)
    except TypeError:  # of an integer of more than 64 bits
        raise Undecided from None


def type_of_global(value: Any) -> Type:
    """Return the type of what a name of the surroundings stands for; arrays are read-only."""
    if isinstance(value, tuple):
        raise Undecided
    kind = type_of_value(value)
    if isinstance(kind, types.Array):
        return kind.copy(readonly=True)
    return types.maybe_literal(value) or kind


def type_of_value(value: Any) -> Type:
    """Return the type of a value."""
    if type(value) is float:
        return types.float64
    if isinstance(value, FUNCTIONS):  # where Numba looks last
        known = cpu_target.typing_context._get_global_type(value)
        if known is not None:
            return known
    try:
        return cpu_target.typing_context.resolve_value_type(value)
    except FAILURES:
        raise Undecided from None


def type_of_attribute(owner: Type, name: str) -> Type:
    """Return the type of an attribute, or of a method.

    >>> cpu_target.typing_context.refresh()
    >>> print(type_of_attribute(types.Array(types.float64, 2, "C"), "shape"))
    UniTuple(int64 x 2)
    """
    if isinstance(owner, types.Array) or is_library(owner):
        return remembered_attribute(owner, name)
    return found_attribute(owner, name)


def result(function: Type, given: tuple[Type, ...], named: Mapping[str, Type]) -> Type:
    """Return the type of what a function of Numba's or of a library returns.

    >>> import math
    >>> cpu_target.typing_context.refresh()
    >>> print(result(type_of_value(math.sin), (types.int64,), {}))
    float64
    """
    key = function, given, tuple(named.items())
    return remembered_result(*key) if is_lasting(function) else found_result(*key)


def is_library(kind: Type) -> bool:
    """Return True if a type is of a module of which nobody changes the functions."""
    return isinstance(kind, types.Module) and kind.pymod in (np, *MODULES.values())


def is_lasting(function: Type) -> bool:
    """Return True if a function returns the same types for the same types ever after.

    A type of a function has all declarations that there are of it, so more of them make
    another type.
    """
    if isinstance(function, types.Dispatcher):
        return str(function.dispatcher.py_func.__module__).startswith(LIBRARIES)
    if isinstance(function, types.BoundFunction):
        return isinstance(function.this, types.Array)
    return isinstance(function, (types.Function, types.NumberClass))


def found_attribute(owner: Type, name: str) -> Type:
    """Ask Numba for the type of an attribute."""
    if isinstance(owner, types.Module) and not isinstance(owner.pymod, ModuleType):
        raise Undecided
    try:
        kind = cpu_target.typing_context.resolve_getattr(owner, name)
    except FAILURES:
        raise Undecided from None
    if kind is None or not kind.is_precise():
        raise Undecided
    return kind


def found_result(
    function: Type, given: tuple[Type, ...], named: tuple[tuple[str, Type], ...]
) -> Type:
    """Ask Numba what a function returns."""
    if isinstance(function, types.TypeRef):
        function = function.instance_type
    try:
        signature = context().resolve_function_type(function, given, dict(named))
    except FAILURES:
        raise Undecided from None
    if signature is None or not signature.return_type.is_precise():
        raise Undecided
    refined = signature.recvr is not None and isinstance(function, types.BoundFunction)
    if refined and signature.recvr != function.this:
        raise Undecided  # a list that only now gets the type of its elements
    return signature.return_type


remembered_attribute = functools.lru_cache(REMEMBERED)(found_attribute)
remembered_result = functools.lru_cache(REMEMBERED)(found_result)
