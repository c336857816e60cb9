"""Write `x.reshape(shape)` so that Numba takes it of arrays with gaps: of a copy without.

Of an array that only Numba has in the order of rows NumPy may make a copy, where Numba makes a
view. `np.ascontiguousarray` tells that: what it gives may be a copy, or not. So does it for what is
passed to functions of the user, and for what they return.
"""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.arrays.ordered import SHAPED, by_rows
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import operation
from srcdiff.core.primitives import by_name, names_with
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    beside,
    bottom_up,
    call,
    callee_of,
    dotted,
    each_statement,
    locate,
    members,
    name,
    rebuild,
    rename,
    targets,
)

GAPLESS = by_name("contiguous")  # which operands Numba takes without gaps only
AT_LEAST = names_with(at_least=1) | names_with(at_least=2)  # which Numba has for arrays only


@needs(numba_types.Array)
def contiguous(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with other shapes of contiguous arrays only.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y):\\n    a = x.reshape((2, 8))\\n    b = np.reshape(y, 16)")
    >>> known = {
    ...     "x": numba_types.Array(numba_types.float64, 2, "F"),
    ...     "y": numba_types.Array(numba_types.float64, 2, "C"),
    ... }
    >>> known["b"] = numba_types.Array(numba_types.float64, 1, "C")
    >>> print(unparse(contiguous(tree, Types(known, numba_types.none))))
    def f(x, y):
        a··whole = np.ascontiguousarray(x)
        a = a··whole.reshape((2, 8))
        b = np.reshape(y, 16)
    """

    rows, naming = by_rows(tree.body, types), Naming(tree)

    return each_statement(tree, lambda statement: whole(statement, types, rows, naming))


def reshaped(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with what Numba takes of arrays where it does not, for their types.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x, y):\\n    a = x.T.reshape((2, 8))\\n    b = np.atleast_1d(abs(y))"
    >>> print(unparse(reshaped(function(text))))
    def f(x, y):
        a = np.ascontiguousarray(x.T).reshape((2, 8))
        b = np.atleast_1d(np.abs(y))
    """

    def change(node: gast.AST) -> gast.AST:
        if callee_of(node) == "abs":
            return locate(call("np.abs", *node.args), node)
        if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
            return node
        if dotted(node.func) in GAPLESS:
            places = GAPLESS[dotted(node.func)]
            given = [a for k, a in enumerate(node.args) if k in places and dotted(a)]
            return replaced(node, {a: locate(call("np.ascontiguousarray", a), a) for a in given})
        if not node.args or not (node.func.attr == "reshape" or dotted(node.func) in AT_LEAST):
            return node
        array = node.func.value if dotted(node.func) != f"np.{node.func.attr}" else node.args[0]
        is_shaped = node.func.attr == "reshape"
        if not is_shaped and not isinstance(array, gast.Name):
            return node
        way = "np.ascontiguousarray" if is_shaped else "np.asarray"
        return replaced(node, {array: locate(call(way, array), array)})

    return bottom_up(tree, change)


def replaced(part: gast.AST, copies: Mapping[gast.AST, gast.AST]) -> gast.AST:
    """Return a part of a call with copies of arrays in their places."""
    if part in copies:
        return copies[part]
    return rebuild(part, lambda inner: replaced(inner, copies))


def whole(statement: Statement, types: Types, rows: frozenset[str], naming: Naming) -> Block:
    """Return the statements that stand for a statement; `rows` are in the order of rows."""
    found = operation(statement.value) if isinstance(statement, (gast.Assign, gast.Expr)) else None
    if isinstance(statement, gast.Return) or (found is not None and found.is_user):
        given = members(statement.value) if found is None else found.operands
        doubtful = {n for n in map(dotted, given) if is_in_doubt(n, types, rows)}
        copies = {n: naming.part(n, "ordered") for n in sorted(doubtful)}
    elif found is not None and found.name in GAPLESS and len(targets(statement)) == 1:
        given = [dotted(found.operands[k]) for k in GAPLESS[found.name] if k < len(found.operands)]
        copies = {n: naming.part(n, "ordered") for n in given if has_gaps(n, types)}
    elif found is not None and found.function in SHAPED and len(targets(statement)) == 1:
        array = dotted(found.operands[0])
        copied = beside(targets(statement)[0], "whole")
        doubted = has_gaps(array, types) or is_in_doubt(array, types, rows)
        copies = {array: copied} if doubted else {}
    else:
        return [statement]
    made = [
        assign(copied, locate(call("np.ascontiguousarray", name(n)), statement.value), statement)
        for n, copied in copies.items()
    ]
    return [*made, with_value(statement, rename(statement.value, copies))] if made else [statement]


def has_gaps(array: str, types: Types) -> bool:
    """Return True if Numba takes an array for one with gaps, or in another order than of rows."""
    kind: Type = types[array]
    return is_array(kind) and kind.layout != "C"


def is_in_doubt(array: str, types: Types, rows: frozenset[str]) -> bool:
    """Return True if NumPy may lay out an array in another order than Numba does."""
    return types.ndim(array) > 1 and types[array].layout == "C" and array not in rows


def with_value(statement: Statement, value: Expression) -> Statement:
    """Return a statement with another value."""
    return rebuild(statement, lambda part: value if part is statement.value else part)
