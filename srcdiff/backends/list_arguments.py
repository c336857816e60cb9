"""Lists that are arguments: their types, and the arrays that compiled code takes for some of them.

Numba knows no type for an empty list, takes the type of the first number in a list for that of all,
and its lists of lists cannot be passed from Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.analyse.types.function_types import FunctionArgument, is_function
from srcdiff.analyse.types.types import Type, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.values import NUMBERS
from srcdiff.errors import WrongShape
from srcdiff.normalise.containers.containers import numbers_in


def type_of(value: Any) -> Type:
    """Return Numba's type of an argument, whose tuples may have lists in them.

    An empty list is one of floating-point numbers. Raises what Numba raises for a value that it
    does not know.

    >>> [part.dtype for part in type_of(([], [1, 2.5]))]
    [float64, float64]
    """
    if is_function(value):
        return FunctionArgument(value)
    if isinstance(value, tuple) and (has_functions(value) or any(map(has_lists, value))):
        return numba_types.BaseTuple.from_types([type_of(part) for part in value], type(value))
    depth = empty_depth(value)
    if not depth:
        return typeof(numbers_in(value) or value)
    kind = numba_types.float64
    for _ in range(depth):
        kind = numba_types.List(kind, reflected=True)
    return kind


def has_functions(value: Any) -> bool:
    """Return True if a value is a function, or a tuple with some of them in it."""
    return is_function(value) or (isinstance(value, tuple) and any(map(has_functions, value)))


def has_lists(value: Any) -> bool:
    """Return True if a value is a list, or a tuple with lists in it."""
    return isinstance(value, list) or (isinstance(value, tuple) and any(map(has_lists, value)))


def empty_depth(value: Any) -> int:
    """Return how deep lists are nested that have nothing in them, 0 for anything else.

    >>> empty_depth([]), empty_depth([[], []]), empty_depth([[], [1.0]]), empty_depth(2.0)
    (1, 2, 0, 0)
    """
    if not isinstance(value, list):
        return 0
    depths = {empty_depth(part) for part in value}
    return 1 + max(depths, default=0) if len(depths) < 2 and 0 not in depths else 0


def is_ragged(value: Any) -> bool:
    """Return True if there is a list of lists that differ in length, also inside tuples.

    >>> is_ragged(([[1.0], [2.0, 3.0]], 1.0)), is_ragged([[1.0], [2.0]]), is_ragged([1.0, 2.0])
    (True, False, False)
    """
    if isinstance(value, tuple):
        return any(map(is_ragged, value))
    if not isinstance(value, list) or not any(isinstance(part, list) for part in value):
        return False
    lengths = {len(part) if isinstance(part, list) else -1 for part in value}
    return -1 not in lengths and (len(lengths) > 1 or any(map(is_ragged, value)))


def ragged(who: str) -> WrongShape:
    """Return the error for an argument in which lists of lists differ in length."""
    return WrongShape(
        f"{who} has lists in a list that differ in length, and one array stands for all of them",
        advice="pass lists of one length, or an array for each of them",
    )


def needs_another(value: Any) -> bool:
    """Return True if a value is, or has, a list that cannot be passed to compiled code as it is.

    >>> needs_another([[1.0]]), needs_another(([], 2.0)), needs_another([1.0])
    (True, True, False)
    """
    if isinstance(value, tuple):
        return any(map(needs_another, value))
    if not isinstance(value, list):
        return False
    if not value or isinstance(value[0], list):
        return bool(empty_depth(value)) or is_ragged(value) or numbers_in(value) is not None
    return is_mixed(value)


def is_mixed(value: list[Any]) -> bool:
    """Return True if a list has numbers of several types."""
    return (
        bool(value)
        and all(isinstance(part, NUMBERS) for part in value)
        and len(set(map(type, value))) > 1
    )


def passed(value: Any) -> Any:
    """Return what is passed for a value: arrays for lists that Numba does not take.

    >>> passed(([[1, 2]], [1, 0.5], []))
    (array([[1, 2]]), [1.0, 0.5], [])
    """
    if not needs_another(value):
        return value
    if isinstance(value, list):
        return np.array(value) if value and isinstance(value[0], list) else numbers_in(value) or []
    parts = map(passed, value)
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
