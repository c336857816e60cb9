"""Write arrays of lists of arrays as loops that copy one array after the other."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import is_list_of_arrays
from srcdiff.analyse.types.types import Types
from srcdiff.core.operations import call_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    beside,
    call,
    constant,
    dotted,
    each_statement,
    locate,
    name,
    path,
    subscript,
    targets,
    tuple_of,
)

MAKERS = ("np.array", "np.asarray")


def stacked_lists(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with a loop instead of `np.array` or `np.asarray` of a list of arrays.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> kinds = {"rows": numba_types.List(numba_types.float64[:]), "a": numba_types.float64[:, :]}
    >>> tree = function("def f(rows):\\n    a = np.array(rows)\\n    return a")
    >>> print(unparse(stacked_lists(tree, Types(kinds, kinds["a"]))))
    def f(rows):
        a··count = len(rows)
        a··first = rows[0]
        a = np.empty((a··count, a··first.shape[0]), np.float64)
        for a··k in range(a··count):
            a··row = rows[a··k]
            a[a··k] = a··row
        return a
    """

    def changed(statement: Statement) -> Block:
        made = call_of(statement)
        if (
            made is None
            or dotted(made.func) not in ("np.array", "np.asarray")
            or len(made.args) != 1
        ):
            return [statement]
        if not is_list_of_arrays(types[dotted(made.args[0])]):
            return [statement]
        return copied_rows(targets(statement)[0], dotted(made.args[0]), statement, types)

    result: gast.FunctionDef = each_statement(tree, changed)
    return result


def copied_rows(target: str, rows: str, place: Statement, types: Types) -> Block:
    """Return the statements that make an array of a list of arrays, row by row."""
    count, first, step, row = (beside(target, word) for word in ("count", "first", "k", "row"))
    each = types[rows].dtype
    lengths: list[Expression] = [
        gast.Subscript(
            gast.Attribute(name(first), "shape", gast.Load()), constant(axis), gast.Load()
        )
        for axis in range(each.ndim)
    ]
    shape = tuple_of([name(count), *lengths])
    body = [
        assign(row, subscript(rows, name(step)), place),
        assign(subscript(target, name(step), store=True), name(row), place),
    ]
    over = gast.Name(step, gast.Store(), None, None)
    loop = locate(gast.For(over, call("range", name(count)), body, [], None), place)
    return [
        assign(count, call("len", name(rows)), place),
        assign(first, subscript(rows, constant(0)), place),
        assign(target, call("np.empty", shape, path(f"np.{each.dtype}")), place),
        loop,
    ]
