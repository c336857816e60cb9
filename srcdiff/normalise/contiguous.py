"""Write `x.reshape(shape)` so that Numba takes it of arrays with gaps: of a copy without."""

from __future__ import annotations

import gast

from srcdiff.analyse.types import Types, is_array
from srcdiff.operations import operation, standard
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    call,
    dotted,
    locate,
    map_blocks,
    mapped,
    name,
    rebuild,
    rename,
    targets,
    with_body,
)

RESHAPE = {standard("np.reshape"), standard("np.ravel")}
AT_LEAST = ("np.atleast_1d", "np.atleast_2d")  # which Numba has for arrays only


def contiguous(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with other shapes of contiguous arrays only.

    >>> from srcdiff.analyse.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y):\\n    a = x.reshape((2, 8))\\n    b = np.reshape(y, 16)")
    >>> known = {
    ...     "x": numba_types.Array(numba_types.float64, 2, "F"),
    ...     "y": numba_types.Array(numba_types.float64, 2, "C"),
    ... }
    >>> print(unparse(contiguous(tree, Types(known, numba_types.none))))
    def f(x, y):
        a··whole = np.ascontiguousarray(x)
        a = a··whole.reshape((2, 8))
        b = np.reshape(y, 16)
    """

    def change(block: Block) -> Block:
        return [new for statement in block for new in whole(statement, types)]

    return with_body(tree, map_blocks(tree.body, change))


def reshaped(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with what Numba takes of arrays where it does not, for their types.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x, y):\\n    a = x.reshape((2, 8))\\n    b = np.atleast_1d(abs(y))"
    >>> print(unparse(reshaped(function(text))))
    def f(x, y):
        a = np.ascontiguousarray(x).reshape((2, 8))
        b = np.atleast_1d(np.abs(y))
    """

    def change(node: gast.AST) -> gast.AST:
        node = mapped(node, change) if node._fields else node
        if isinstance(node, gast.Call) and dotted(node.func) == "abs":
            return locate(call("np.abs", *node.args), node)
        if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
            return node
        if not node.args or not (node.func.attr == "reshape" or dotted(node.func) in AT_LEAST):
            return node
        array = node.func.value if dotted(node.func) != f"np.{node.func.attr}" else node.args[0]
        if not isinstance(array, gast.Name):
            return node
        way = "np.ascontiguousarray" if node.func.attr == "reshape" else "np.asarray"
        copied = locate(call(way, array), array)
        return rebuild(node, lambda part: with_copy(part, array, copied))

    new: gast.FunctionDef = change(tree)
    return new


def with_copy(part: gast.AST, array: gast.AST, copied: gast.AST) -> gast.AST:
    """Return a part of a call with a copy of an array in its place."""
    if part is array:
        return copied
    return rebuild(part, lambda p: with_copy(p, array, copied)) if part._fields else part


def whole(statement: Statement, types: Types) -> Block:
    """Return the statements that stand for a statement."""
    found = operation(getattr(statement, "value", None))
    if not isinstance(statement, gast.Assign) or found is None or found.function not in RESHAPE:
        return [statement]
    array, bound = dotted(found.operands[0]), targets(statement)
    if len(bound) != 1 or not is_array(types[array]) or types[array].layout == "C":
        return [statement]
    copied = beside(bound[0], "whole")
    value = locate(call("np.ascontiguousarray", name(array)), statement.value)
    made = assign(copied, value, statement)
    value = rename(statement.value, {array: copied})
    return [made, assign(bound[0], value, statement)]
