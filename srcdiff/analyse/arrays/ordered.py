"""Which arrays surely have their elements in the order of rows.

Numba derives the order of a result from the types of the operands. NumPy looks at the strides, and
so may choose another one: of `x * y`, for a matrix in the order of columns and a vector, NumPy
makes a matrix in the order of columns, and Numba one in the order of rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import gast
import numpy as np

from srcdiff.analyse.arrays.subscripts import is_advanced, makes_array
from srcdiff.analyse.flow.structure import copied
from srcdiff.analyse.types.types import Types
from srcdiff.core.operations import OPERATORS, is_method, is_view, operation
from srcdiff.syntax import (
    Expression,
    Statement,
    dotted,
    members,
    parameters,
    targets,
    walk_statements,
)

SHAPED = {np.reshape, np.ravel}  # functions that make views of arrays in this order
BY_ROWS = {np.dot, OPERATORS[gast.MatMult]}  # functions that always make arrays in this order


def by_rows(body: Sequence[Statement], types: Types) -> frozenset[str]:
    """Return the arrays of several dimensions in the order of rows, for NumPy and for Numba.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import statements
    >>> body = statements("a = m * v; b = c * v; d = a.copy(); e = a[1:]")
    >>> kinds = {n: numba_types.Array(numba_types.float64, 2, "C") for n in "abcde"}
    >>> kinds["m"] = numba_types.Array(numba_types.float64, 2, "F")
    >>> kinds["v"] = numba_types.Array(numba_types.float64, 1, "C")
    >>> sorted(by_rows(body, Types(kinds, numba_types.none)))
    ['b', 'c', 'd']
    """
    found = {n for n in types.names if types.is_array(n) and types[n].layout == "C"}
    made = [s for s in walk_statements(list(body)) if found & set(targets(s))]
    changed = True
    while changed:
        wrong = {t for s in made for t in targets(s) if t in found and not keeps(s, types, found)}
        found -= wrong
        changed = bool(wrong)
    return frozenset(n for n in found if types.ndim(n) > 1)


def keeps(statement: Statement, types: Types, known: set[str]) -> bool:
    """Return True if the result of a statement is in the order of rows, if what is known is.

    Functions of the user see to that themselves, and `contiguous` to what is shaped.
    """
    if any(types.ndim(t) < 2 for t in targets(statement) if types.is_array(t)):
        return True
    value = statement.value
    if isinstance(value, gast.Subscript) and is_advanced(value.slice, types.is_array):
        first = members(value.slice)[0]
        return makes_array(first, types.is_array) and is_known(dotted(value.value), types, known)
    found = operation(value)
    if found is not None:
        copied = found.function is np.copy and is_method(found)
        if copied or found.is_user or found.function in BY_ROWS | SHAPED:
            return True
    return all(is_known(n, types, known) for n in sources(value))


def sources(value: Expression) -> list[str]:
    """Return the names that an array is made from, but for those of which it has the shape."""
    if isinstance(value, gast.Subscript):
        return [dotted(value.value)]
    found = operation(value)
    if found is None:
        return [dotted(value)]
    return [n for operand in found.operands for n in whole_names(operand)]


def whole_names(operand: Expression) -> list[str]:
    """Return the names that an operand consists of, those in a tuple or list, too."""
    if isinstance(operand, (gast.Tuple, gast.List)):
        return [name for part in operand.elts for name in whole_names(part)]
    return [dotted(operand)]


def is_known(name: str, types: Types, known: set[str]) -> bool:
    """Return True if a name is none of an array in another order."""
    own = name in types.constants and getattr(types[name], "layout", "") == "C"
    return name in known or own or types.ndim(name) < 2


def zeros_like(value: Expression, target: str, tree: gast.FunctionDef, types: Types) -> str:
    """Return the array of which the adjoint of a new array, bound to a value, has the form.

    That is what the value copies, if it is laid out alike, so that views of both are views: the
    forward sweep may not need the copy. Otherwise it is the new array.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x, v): a = x.copy(); b = x.T * v; c = b.copy()")
    >>> kinds = {n: numba_types.Array(numba_types.float64, 2, "C") for n in "xabc"}
    >>> types = Types({**kinds, "v": numba_types.float64}, numba_types.none)
    >>> zeros_like(tree.body[0].value, "a", tree, types)
    'x'
    """
    array = copied(value)
    if not array or types.ndim(array) < 2:
        return array or target
    known = array in parameters(tree) or array in by_rows(tree.body, types)
    return array if known and types[array] == types[target] else target


def is_reshaped(array: str, body: Sequence[Statement], types: Types) -> bool:
    """Return True if an array may be taken in another shape: here, or in a function called.

    That is a view of it, if it is in the order of rows.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import statements
    >>> body = statements("a = x.T; b = a.reshape(6); c = y[1:]")
    >>> kinds = {n: numba_types.Array(numba_types.float64, 2, "C") for n in "xyabc"}
    >>> [is_reshaped(n, body, Types(kinds, numba_types.none)) for n in "xy"]
    [True, False]
    """
    names = {array}
    views = [s for s in walk_statements(list(body)) if isinstance(s, (gast.Assign, gast.Expr))]
    known = 0
    while known < len(names):
        known = len(names)
        for statement in views:
            if not names & set(sources(statement.value)):
                continue
            found = operation(statement.value)
            if found is not None and (found.is_user or found.function in SHAPED):
                return True
            if found is None or is_view(found):
                names |= {t for t in targets(statement) if types.is_array(t)}
    return False
