"""Which operations give arrays in memory of their own."""

from __future__ import annotations

import numpy as np

from srcdiff import runtime
from srcdiff.analyse.types.types import Types, is_complex
from srcdiff.core.operations import Operation, is_method
from srcdiff.core.primitives import by_function, functions_with
from srcdiff.syntax import dotted, number

NEW = functions_with(new=True) | runtime.ELEMENTWISE
SAME_AT = by_function("same_at")
NEW_METHODS = {"astype"}  # those that are no functions of NumPy


def is_diagonal(found: Operation, types: Types) -> bool:
    """Return True if an operation gives the diagonal of a matrix, of which NumPy makes a view."""
    return found.function is np.diag and types.ndim(dotted(found.operands[0])) == 2


def is_conjugate(found: Operation, types: Types) -> bool:
    """Return True if an operation gives the conjugates of complex numbers."""
    return found.function is np.conj and is_complex(types[dotted(found.operands[0])])


def is_new(found: Operation) -> bool:
    """Return True if an operation gives an array in new memory."""
    if is_method(found) and found.function is None:
        return found.name.split(".")[-1] in NEW_METHODS
    if is_method(found) and found.function is np.conj:
        return False  # of real numbers it is the array itself
    if found.function in SAME_AT and len(found.operands) > 1:
        return number(found.operands[1]) not in (None, SAME_AT[found.function])
    return isinstance(found.function, np.ufunc) or found.function in NEW
