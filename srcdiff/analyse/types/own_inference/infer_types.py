"""The types of a core form, found statement by statement.

It is what Numba's inference finds, and found much faster: a core form needs no bytecode, no
graph of blocks and no versions of names. Of what is not as simple as a core form mostly is, and
of what has no types, nothing is said: then Numba has to judge the whole function.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import gast
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning

from srcdiff.analyse.types.declarations import refresh_declarations
from srcdiff.analyse.types.own_inference.expression_types import CallOf
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.own_inference.statement_types import KeptInList, Walk
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.untyped import kept_in_list
from srcdiff.errors import UnsupportedType


def infer_types(
    tree: gast.FunctionDef,
    given: tuple[Type, ...],
    callees: Mapping[str, CallOf],
    surroundings: Mapping[str, Any],
    unbound: Type,
) -> tuple[dict[str, Type], Type] | None:
    """Return the types of the names in a function, and that of its result.

    Names that are bound to no value have the type `unbound`. Without an answer, ask Numba.
    Raises UnsupportedType for an array that is kept in a list of numbers: Numba, which finds no
    more, would take long to say so, and such lists are common.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x, n):\\n    y = x * n\\n    z = y > 2\\n    return z")
    >>> infer_types(tree, (types.float64, types.int64), {}, {}, types.none)
    ({'x': float64, 'n': int64, 'y': float64, 'z': bool}, bool)
    """
    with global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)  # Numba warns again when it compiles
        refresh_declarations()
        try:
            return Walk(tree, given, callees, surroundings).types(unbound)
        except KeptInList as error:
            raise UnsupportedType(*kept_in_list(error.kind, error.statement)) from None
        except Undecided:
            return None


def result_alone(
    tree: gast.FunctionDef,
    given: tuple[Type, ...],
    callees: Mapping[str, CallOf],
    surroundings: Mapping[str, Any],
) -> Type | None:
    """Return the type of the result as far as it is known, or None where nothing is.

    A callee may raise Untyped where it does not know what it returns.

    >>> from srcdiff.analyse.types.own_inference.expression_types import Untyped
    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x):\\n  if x > 2: y = 1.0\\n  else: y = f(x)\\n  return y")
    >>> def unknown(given):
    ...     raise Untyped
    >>> result_alone(tree, (types.int64,), {"f": unknown}, {})
    float64
    """
    with global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        refresh_declarations()
        try:
            walk = Walk(tree, given, callees, surroundings)
            walk.settle()
            return walk.result()
        except Undecided:
            return None
