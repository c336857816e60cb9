"""Write one subscript instead of several: `a[i, j]` for `a[i][j]`."""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.indexing.beside import is_single
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    each_block,
    is_part,
    locate,
    mapped,
    members,
    reads,
    targets,
    tuple_of,
    walk,
    writes,
)


@needs(gast.Subscript)
@needs(numba_types.Array)
def chained(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with one subscript for parts of arrays that only have their parts used.

    Parts that the user gave a name keep it.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, i, x):\\n    a·i = a[i]\\n    a·i[0] = x\\n    y = a·i[1:]")
    >>> known = {"a": numba_types.Array(numba_types.float64, 2, "C"), "i": numba_types.int64}
    >>> print(unparse(chained(tree, Types(known, numba_types.none))))
    def f(a, i, x):
        a[i, 0] = x
        y = a[i, 1:]
    """
    made = [t for node in walk(tree) if isinstance(node, gast.Assign) for t in targets(node)]
    counts = Counter(node.id for node in walk(tree) if isinstance(node, gast.Name))
    rows = Rows({n for n in made if is_part(n) and made.count(n) == 1}, counts, types)

    def change(block: Block) -> Block:
        new = list(block)
        for place in range(len(block) - 1, -1, -1):
            new[place:] = rows.without(new[place], new[place + 1 :])
        return new

    return each_block(tree, change)


class Rows:
    """Rows that may be left out: `names` are bound once, `counts` has how often names occur."""

    def __init__(self, names: set[str], counts: Counter[str], types: Types) -> None:
        self.names = names
        self.counts = counts
        self.types = types

    def without(self, statement: Statement, later: Block) -> Block:
        """Return a statement and later ones, without it if it takes a row for its parts only."""
        row = "".join(targets(statement))
        if row not in self.names or not self.is_taken(statement.value, later):
            return [statement, *later]
        uses = sum(self.is_plain_part(node, row) for s in later for node in walk(s))
        if not 0 < uses == self.counts[row] - 1:
            return [statement, *later]
        self.counts[dotted(statement.value.value)] += uses - 1
        return [joined(s, row, statement.value) for s in later]

    def is_taken(self, value: Expression, later: Block) -> bool:
        """Return True if a value is a row of an array, and stays that one."""
        if not isinstance(value, gast.Subscript):
            return False
        array, parts = dotted(value.value), members(value.slice)
        if not self.types.is_array(array) or self.types.ndim(array) <= len(parts):
            return False
        if not all(is_single(part, self.types) for part in parts):
            return False
        return not writes(later) & {array, *reads(parts)}

    def is_plain_part(self, node: gast.AST, row: str) -> bool:
        """Return True if an expression is a part of a row that numbers and slices tell."""
        if not isinstance(node, gast.Subscript) or dotted(node.value) != row:
            return False
        parts = members(node.slice)
        return all(isinstance(p, gast.Slice) or is_single(p, self.types) for p in parts)


def joined(statement: Statement, row: str, value: gast.Subscript) -> Statement:
    """Return a statement with parts of an array instead of the parts of a row of it."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Subscript) and dotted(node.value) == row:
            index: Expression = tuple_of([*members(value.slice), *members(node.slice)])
            return locate(gast.Subscript(value.value, index, node.ctx), node)
        return mapped(node, change)

    return change(statement)
