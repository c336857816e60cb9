"""Make arrays of tuples that are stored in parts of arrays."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    call,
    dotted,
    each_block,
    fresh,
    name,
    reads,
    writes,
)

STORES = (gast.Assign, gast.AugAssign)
WRITTEN = (gast.Tuple, gast.List)


@needs(gast.Tuple, gast.List, numba_types.BaseTuple)
def rows(
    tree: gast.FunctionDef, count_of: Callable[[str], int] = lambda name: 0
) -> gast.FunctionDef:
    """Return the function with arrays where it stores tuples or lists in parts of arrays.

    `count_of` tells of how many parts a name stands for, 0 for what is no tuple.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(rows(function('''
    ... def f(x, y, t):
    ...     x[0] = y[0], 2.0
    ...     x[1] += t
    ...     x.T[0] = y, t
    ...     x[2] = y
    ... '''), lambda name: 2 if name == "t" else 0)))
    def f(x, y, t):
        x·row = np.array((y[0], 2.0))
        x[0] = x·row
        x·row_2 = np.array(t)
        x[1] += x·row_2
        x·row_3 = np.array((y, t))
        x.T[0] = x·row_3
        x[2] = y
    """
    taken = reads(tree) | writes(tree)

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            if is_stored(statement, count_of):
                array = changed(statement).split(".")[0]  # as of `x.T[0] = y, z`
                row = fresh(f"{array}{SEPARATOR}row", taken)
                taken.add(row)
                new.append(assign(row, call("np.array", statement.value), statement))
                statement = with_value(statement, row)
            new.append(statement)
        return new

    return each_block(tree, change)


def is_stored(statement: Statement, count_of: Callable[[str], int]) -> bool:
    """Return True if a statement stores a tuple in a part of an array."""
    if not isinstance(statement, STORES) or not changed(statement):
        return False
    value = statement.value
    return isinstance(value, WRITTEN) or bool(dotted(value) and count_of(dotted(value)))


def changed(statement: Statement) -> str:
    """Return the array whose elements an assignment changes, or ""."""
    targets = [statement.target] if isinstance(statement, gast.AugAssign) else statement.targets
    found = [dotted(target.value) for target in targets if isinstance(target, gast.Subscript)]
    return found[0] if found else ""


def with_value(statement: Statement, row: str) -> Statement:
    """Return a store of an array that has a name."""
    if isinstance(statement, gast.AugAssign):
        new = gast.AugAssign(statement.target, statement.op, name(row))
    else:
        new = gast.Assign(statement.targets, name(row), None)
    return gast.copy_location(new, statement)
