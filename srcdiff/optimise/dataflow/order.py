"""Put updates of one array into falling order of subscripts, so that loops vectorise.

A loop that updates `a[i + 1]` before `a[i]` runs several times faster than one with the
updates the other way round: the compiler sees that no iteration waits for the last one.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import groupby

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    each_block,
    has_operator,
    key,
    members,
    number,
    reads,
)


def order(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with neighbouring updates of an array in falling order.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(order(function('''
    ... def f(a, b):
    ...     for i in range(9):
    ...         a[i] -= b[i]
    ...         a[i + 1] += b[i]
    ... '''))))
    def f(a, b):
        for i in range(9):
            a[i + 1] += b[i]
            a[i] -= b[i]
    """
    return each_block(tree, ordered)


def ordered(block: Block) -> Block:
    """Return a block with each run of updates of one array in falling order."""
    new: Block = []
    run: Block = []
    for statement in block:
        if run and not belongs(statement, run):
            new += sorted_run(run)
            run = []
        if is_update(statement):
            run.append(statement)
        else:
            new.append(statement)
    return new + sorted_run(run)


def is_update(statement: Statement) -> bool:
    """Return True if a statement adds to an element, or subtracts from it."""
    return (
        isinstance(statement, gast.AugAssign)
        and isinstance(statement.op, (gast.Add, gast.Sub))
        and isinstance(statement.target, gast.Subscript)
        and isinstance(statement.target.value, gast.Name)
    )


def belongs(statement: Statement, run: Block) -> bool:
    """Return True if a statement updates the same array as those before, and reads none of it."""
    if not is_update(statement):
        return False
    array = run[0].target.value.id
    own = statement.target.value.id == array
    return own and not any(array in reads(s.value) for s in (*run, statement))


def sorted_run(run: Block) -> Block:
    """Return updates of one array, highest subscript first, if they can be compared."""
    new: Block = []
    for _, group in groupby(run, key=lambda statement: split(statement.target.slice)[0]):
        # sorting is stable: updates of the same element keep their order
        new += sorted(group, key=lambda s: split(s.target.slice)[1], reverse=True)
    return new


def split(index: Expression) -> tuple[tuple[Hashable, ...], tuple[float, ...]]:
    """Return what comparable subscripts have in common, and the constants added in them.

    >>> from srcdiff.syntax import expression
    >>> split(expression("a[i - 1, 0]").slice)[1]
    (-1, 0.0)
    """
    parts = members(index)
    fixed: list[Hashable] = []
    offsets: list[float] = []
    for part in parts:
        base, offset = part, 0.0
        if has_operator(part, gast.Add, gast.Sub):
            value = number(part.right)
            if value is not None:
                base = part.left
                offset = value if isinstance(part.op, gast.Add) else -value
        fixed.append(key(base))
        offsets.append(offset)
    return tuple(fixed), tuple(offsets)
