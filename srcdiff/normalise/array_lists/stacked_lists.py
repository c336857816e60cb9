"""Write arrays of lists of arrays as loops that copy one array after the other."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import is_list_of_arrays
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.core.operations import call_of
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    beside,
    binary,
    call,
    callee_of,
    constant,
    dotted,
    each_statement,
    locate,
    name,
    number,
    path,
    subscript,
    targets,
    tuple_of,
)

MAKERS = ("np.array", "np.asarray", "runtime.stacked", "runtime.stacked_along")
JOINERS = ("runtime.joined", "runtime.joined_along", "runtime.in_line")
EITHER = ("runtime.on_top", "runtime.side_by_side")  # vectors are rows, or columns


@needs(numba_types.List)
def stacked_lists(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with loops instead of calls that make an array of a list of arrays.

    Raises UnsupportedSyntax for an axis that there is not.

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
        maker = callee_of(made)
        if made is None or maker not in (*MAKERS, *JOINERS, *EITHER):
            return [statement]
        rows = dotted(made.args[0])
        if not is_list_of_arrays(types[rows]):
            return [statement]
        rank = types[rows].dtype.ndim
        written = made.args[1] if len(made.args) > 1 else None
        stacks = maker in MAKERS or (maker in EITHER and rank == 1)
        axis = axis_of(maker, rank, number(written) if written is not None else 0)
        if not -rank - stacks <= axis < rank + stacks:
            raise UnsupportedSyntax("the array has no such axis", statement, "count from 0, or -1")
        copy = copied_rows if stacks else copied_parts
        return copy(targets(statement)[0], rows, axis % (rank + stacks), statement, types)

    return each_statement(tree, changed)


def axis_of(maker: str, rank: int, written: Any) -> int:
    """Return the axis along which a function puts the arrays of a list, of some rank."""
    if maker == "runtime.side_by_side":
        return 1
    return min(rank - 1, 1) if maker == "runtime.in_line" else int(written)


def copied_parts(target: str, rows: str, axis: int, place: Statement, types: Types) -> Block:
    """Return the statements that join the arrays of a list one behind the other.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import statements, unparse
    >>> types = Types({"rows": numba_types.List(numba_types.float64[:])}, numba_types.none)
    >>> place = statements("a = runtime.joined(rows)")[0]
    >>> for statement in copied_parts("a", "rows", 0, place, types):
    ...     print(unparse(statement))
    a··zero = 0
    a··count = a··zero
    for a··k in range(len(rows)):
        a··row = rows[a··k]
        a··more = a··count + a··row.shape[0]
        a··count = a··more
    a··size = a··count
    a··first = rows[0]
    a = np.empty(a··size, np.float64)
    a··begin = a··zero
    for a··j in range(len(rows)):
        a··part = rows[a··j]
        a··end = a··begin + a··part.shape[0]
        a[a··begin:a··end] = a··part
        a··begin = a··end
    """
    words = ("zero", "count", "more", "size", "first", "begin", "end")
    zero, count, more, size, first, begin, end = (beside(target, word) for word in words)
    each = types[rows].dtype
    lengths = [shape_of(first, k) if k != axis else name(size) for k in range(each.ndim)]
    shape = tuple_of(lengths) if len(lengths) > 1 else lengths[0]
    store = part_of(target, axis, gast.Slice(name(begin), name(end), None))

    def loop(counter: str, part: str, before: str, after: str, body: Block) -> Statement:
        length = shape_of(beside(target, part), axis)
        every = [
            assign(beside(target, part), subscript(rows, name(beside(target, counter))), place),
            assign(after, binary(name(before), gast.Add(), length), place),
            *body,
            assign(before, name(after), place),
        ]
        over = gast.Name(beside(target, counter), gast.Store(), None, None)
        whole = call("range", call("len", name(rows)))
        return locate(gast.For(over, whole, every, [], None), place)

    return [
        assign(zero, constant(0), place),
        assign(count, name(zero), place),  # what is bound anew is bound to names only
        loop("k", "row", count, more, []),
        assign(size, name(count), place),  # what a loop hands over is read by copies only
        assign(first, subscript(rows, constant(0)), place),
        assign(target, call("np.empty", shape, path(f"np.{each.dtype}")), place),
        assign(begin, name(zero), place),
        loop("j", "part", begin, end, [assign(store, name(beside(target, "part")), place)]),
    ]


def shape_of(array: str, axis: int) -> Expression:
    """Return the expression for the length of an array along an axis."""
    shape = gast.Attribute(name(array), "shape", gast.Load())
    return gast.Subscript(shape, constant(axis), gast.Load())


def part_of(array: str, axis: int, place: Expression) -> Expression:
    """Return the target for what is at a place along an axis of an array.

    >>> from srcdiff.syntax import unparse
    >>> unparse(part_of("a", 0, name("k"))), unparse(part_of("a", 2, name("k")))
    ('a[k]', 'a[:, :, k]')
    """
    before: list[Expression] = [gast.Slice(None, None, None) for _ in range(axis)]
    return subscript(array, tuple_of([*before, place]) if before else place, store=True)


def copied_rows(target: str, rows: str, axis: int, place: Statement, types: Types) -> Block:
    """Return the statements that make an array of a list of arrays, row by row."""
    count, first, step, row = (beside(target, word) for word in ("count", "first", "k", "row"))
    each = types[rows].dtype
    lengths: list[Expression] = [shape_of(first, k) for k in range(each.ndim)]
    lengths.insert(axis, name(count))
    shape = tuple_of(lengths)
    body = [
        assign(row, subscript(rows, name(step)), place),
        assign(part_of(target, axis, name(step)), name(row), place),
    ]
    over = gast.Name(step, gast.Store(), None, None)
    loop = locate(gast.For(over, call("range", name(count)), body, [], None), place)
    return [
        assign(count, call("len", name(rows)), place),
        assign(first, subscript(rows, constant(0)), place),
        assign(target, call("np.empty", shape, path(f"np.{each.dtype}")), place),
        loop,
    ]
