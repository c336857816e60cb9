"""Which arguments, and which functions, have to be taken apart."""

from __future__ import annotations

from types import MethodType
from typing import Any

import numpy as np

from srcdiff.errors import SrcdiffError
from srcdiff.structures.layouts import is_object

SIMPLE = frozenset({float, int, complex, bool, str, np.ndarray, np.float64, np.int64, type(None)})


def has_parts(value: Any) -> bool:
    """Return True if an argument has to be taken apart: Numba knows nothing of it.

    >>> has_parts({"a": 1.0}), has_parts((1.0, {"a": 1.0})), has_parts([1.0]), has_parts((1.0, 2.0))
    (True, True, False, False)
    """
    kind = type(value)
    if kind in SIMPLE:
        return False
    if not isinstance(value, (list, tuple)):
        return isinstance(value, (dict, MethodType)) or is_object(value)
    if SIMPLE.issuperset(map(type, value)):
        return False
    try:
        return any(map(has_parts, value))
    except RecursionError:  # a list that is its own element, which is refused elsewhere
        return False


def is_of_objects(error: SrcdiffError) -> bool:
    """Return True if a function was refused for an object, and not for what it computes."""
    reason = error.reason
    kinds = ("class", "method", "dictionary", "list")
    words = (
        *(f"is a {kind}, which" for kind in kinds),
        "ictionaries",
        "a function as a value",
        "`with`",
    )
    return any(word in reason for word in words)
