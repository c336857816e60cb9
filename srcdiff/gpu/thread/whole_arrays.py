"""Refuse operations on whole arrays: a thread computes with elements."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core.operations import ALLOCATORS, Operation, is_shape, operation
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import dotted, targets, walk_statements


def check_whole_arrays(tree: gast.FunctionDef, types: Types) -> None:
    """Refuse standard functions, and arithmetic, of arrays in a kernel or a device function.

    Raises UnsupportedSyntax.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function
    >>> types = Types({"x": numba_types.Array(numba_types.float64, 1, "C")}, numba_types.none)
    >>> check_whole_arrays(function("def f(x, i): a = x[i]; n = len(x)"), types)
    >>> check_whole_arrays(function("def f(x, i): a = np.sum(x)"), types)
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: this computes with a whole array
      = write the loop over its elements
    """
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        found = None if value is None or is_shape(value) else operation(value)
        if found is None or not is_standard(found):
            continue
        names = [*map(dotted, found.operands), *targets(statement)]
        if any(is_array(types.names.get(n)) for n in names):
            raise UnsupportedSyntax(
                "this computes with a whole array",
                statement,
                "write the loop over its elements",
            )


def is_standard(found: Operation) -> bool:
    """Return True if an operation computes, and is none of the user."""
    return not found.is_user and found.function is not None and found.function not in ALLOCATORS
