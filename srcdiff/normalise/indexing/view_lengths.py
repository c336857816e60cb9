"""Count inner loops over rows by the length of the whole array, which outer loops do not change."""

from __future__ import annotations

import gast

from srcdiff.analyse.arrays.returned_rows import RowsOf, row_of
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.types.types import Types
from srcdiff.core.needs import needs
from srcdiff.core.operations import call_of, is_shape
from srcdiff.normalise.indexing.shape_roots import definition, is_known
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    bottom_up,
    callee_of,
    clone,
    constant,
    dotted,
    locate,
    name,
    number,
    targets,
    with_blocks,
    with_body,
)


@needs(gast.For)
def view_lengths(tree: gast.FunctionDef, types: Types, rows_of: RowsOf) -> gast.FunctionDef:
    """Return the function with shapes of whole arrays for those of rows in ranges of inner loops.

    So the number of iterations is known before the outer loop begins. Names of lengths that an
    outer loop binds are lengths, too. `rows_of` gives the results of calls that are rows.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(m):
    ...     for i in range(m.shape[0]):
    ...         row = m[i]
    ...         n = len(row)
    ...         for j in range(1, n):
    ...             row[j] = row[j - 1]
    ... ''')
    >>> kinds = {"m": numba_types.float64[:, :], "row": numba_types.float64[:]}
    >>> kinds |= {"i": numba_types.int64, "n": numba_types.int64}
    >>> print(unparse(view_lengths(tree, Types(kinds, numba_types.none), lambda call: {})))
    def f(m):
        for i in range(m.shape[0]):
            row = m[i]
            n = len(row)
            for j in range(1, m.shape[1]):
                row[j] = row[j - 1]
    """
    layout = structure(tree.body)

    def counted(loop: Statement) -> Expression:
        def change(node: gast.AST) -> gast.AST:
            node = named_length(node, loop, layout, types)
            array, axis = asked(node)
            whole, more = source(array, loop, layout, types, rows_of) if array else ("", 0)
            return node if whole == array else locate(length(whole, axis + more), node)

        new: Expression = bottom_up(loop.iter, change)
        return new

    def block(old: Block, is_inner: bool) -> Block:
        return [statement_in(s, is_inner) if blocks(s) else s for s in old]

    def statement_in(statement: Statement, is_inner: bool) -> Statement:
        is_loop = isinstance(statement, (gast.For, gast.While))
        new = with_blocks(
            statement, [block(part, is_inner or is_loop) for part in blocks(statement)]
        )
        if is_inner and isinstance(statement, gast.For):
            new.iter = counted(statement)
        return new

    return with_body(tree, block(tree.body, False))


def named_length(node: gast.AST, place: Statement, layout: Structure, types: Types) -> gast.AST:
    """Return the length that a name stands for which a loop around a statement binds.

    Any other expression is returned as it is.
    """
    made = definition(node.id, place, layout) if isinstance(node, gast.Name) else None
    array, _ = asked(made.value) if made is not None else ("", 0)
    if made is None or not array or not types.is_array(array) or not layout.loops(made):
        return node
    inner = [loop for loop in layout.loops(place) if loop not in layout.loops(made)]
    for bound in layout.definitions.get(array, ()):
        is_between = layout.order[made] < layout.order[bound] < layout.order[place]
        if is_between or any(layout.inside(bound, loop) for loop in inner):
            return node
    return locate(clone(made.value), node)


def asked(node: gast.AST) -> tuple[str, int]:
    """Return the array whose length an expression is, and along which axis; or "".

    >>> from srcdiff.syntax import expression
    >>> [asked(expression(text)) for text in ("len(x)", "x.shape[1]", "x.size", "x.shape[i]")]
    [('x', 0), ('x', 1), ('', 0), ('', 0)]
    """
    if not is_shape(node):
        return "", 0
    if callee_of(node) == "len":
        return str(node.args[0].id), 0
    axis = number(node.slice) if isinstance(node, gast.Subscript) else None
    return (node.value.value.id, axis) if isinstance(axis, int) and axis >= 0 else ("", 0)


def source(
    array: str, place: Statement, layout: Structure, types: Types, rows_of: RowsOf
) -> tuple[str, int]:
    """Return what an array is a row of, as a statement finds both, and how many axes that has more.

    It may be the array itself.
    """
    made, more = definition(array, place, layout), 0
    while made is not None:
        called = call_of(made)
        if called is None:
            whole, axes = row_of(made.value, types)
        else:
            position, axes = rows_of(made).get(targets(made).index(array), (-1, 0))
            whole = dotted(called.args[position]) if position >= 0 else ""
        if not whole or not types.is_array(whole) or not is_known(whole, made, layout):
            break
        array, more, made = whole, more + axes, definition(whole, made, layout)
    return array, more


def length(array: str, axis: int) -> Expression:
    """Return the length of an array along an axis."""
    shape = gast.Attribute(name(array), "shape", gast.Load())
    return gast.Subscript(shape, constant(axis), gast.Load())
