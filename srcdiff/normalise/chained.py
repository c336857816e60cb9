"""Write one subscript instead of several: `a[i, j]` for `a[i][j]`."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.types import Types
from srcdiff.normalise.beside import is_dots, is_new, is_single, parts_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    is_part,
    locate,
    map_blocks,
    mapped,
    reads,
    targets,
    tuple_of,
    walk,
    with_body,
    writes,
)


def chained(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with one subscript for parts of arrays that only have their parts used.

    Parts that the user gave a name keep it.

    >>> from srcdiff.analyse.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, i, x):\\n    a·i = a[i]\\n    a·i[0] = x\\n    y = a·i[1:]")
    >>> known = {"a": numba_types.Array(numba_types.float64, 2, "C"), "i": numba_types.int64}
    >>> print(unparse(chained(tree, Types(known, numba_types.none))))
    def f(a, i, x):
        a[i, 0] = x
        y = a[i, 1:]
    """
    made = [t for node in walk(tree) if isinstance(node, gast.Assign) for t in targets(node)]
    uses = Uses({n: made.count(n) for n in made if is_part(n)}, types, tree)

    def change(block: Block) -> Block:
        new = list(block)
        for place in range(len(block) - 1, -1, -1):
            if uses.is_row(new[place], new[place + 1 :]):
                row, value = targets(new[place])[0], new[place].value
                new[place:] = [joined(s, row, value) for s in new[place + 1 :]]
        return new

    return with_body(tree, map_blocks(tree.body, change))


class Uses:
    """Tells which rows are used by their parts only; `made` counts how often names are bound."""

    def __init__(self, made: Mapping[str, int], types: Types, tree: gast.FunctionDef) -> None:
        self.made = made
        self.types = types
        self.tree = tree

    def is_row(self, statement: Statement, later: Block) -> bool:
        """Tell whether a statement takes a row that the later ones use by its parts only."""
        row = "".join(targets(statement))
        if self.made.get(row) != 1 or not isinstance(statement.value, gast.Subscript):
            return False
        array, parts = dotted(statement.value.value), parts_of(statement.value.slice)
        if not self.types.is_array(array) or self.types.ndim(array) <= len(parts):
            return False
        if not all(is_single(part, self.types) for part in parts):
            return False
        if writes(later) & {array, *reads(parts)}:
            return False
        inside = [n for s in later for n in walk(s)]
        parts_used = sum(self.is_plain_part(n, row) for n in inside)
        everywhere = sum(isinstance(n, gast.Name) and n.id == row for n in walk(self.tree))
        return bool(0 < parts_used == everywhere - 1)

    def is_plain_part(self, node: gast.AST, row: str) -> bool:
        """Tell whether an expression is a part of a row that numbers and slices tell."""
        if not isinstance(node, gast.Subscript) or dotted(node.value) != row:
            return False
        parts = parts_of(node.slice)
        return all(
            isinstance(part, gast.Slice)
            or (is_single(part, self.types) and not is_dots(part) and not is_new(part))
            for part in parts
        )


def joined(statement: Statement, row: str, value: gast.Subscript) -> Statement:
    """Return a statement with parts of an array instead of the parts of a row of it."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Subscript) and dotted(node.value) == row:
            index: Expression = tuple_of([*parts_of(value.slice), *parts_of(node.slice)])
            return locate(gast.Subscript(value.value, index, node.ctx), node)
        return mapped(node, change) if node._fields else node

    return change(statement)
