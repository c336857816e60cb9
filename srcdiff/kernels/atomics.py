"""Adjoints that other threads may add to as well are added to by atomic operations."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    call,
    dotted,
    locate,
    map_blocks,
    name,
    negative,
    with_body,
)


def atomics(tree: gast.FunctionDef, shared: Container[str]) -> gast.FunctionDef:
    """Return a kernel with atomic additions to elements of the arrays in `shared`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(atomics(function('''
    ... def f(d_x, d_y, i):
    ...     d_x[i - 1, 0] -= d_y[i]
    ...     d_y[i] += 2.0
    ... '''), {"d_x"})))
    def f(d_x, d_y, i):
        cuda.atomic.add(d_x, (i - 1, 0), -d_y[i])
        d_y[i] += 2.0
    """

    def block(old: Block) -> Block:
        return [atomic(s) if adds(s) and dotted(s.target.value) in shared else s for s in old]

    return with_body(tree, map_blocks(tree.body, block))


def adds(statement: Statement) -> bool:
    """Tell whether a statement adds to, or subtracts from, an element of an array."""
    return (
        isinstance(statement, gast.AugAssign)
        and isinstance(statement.op, (gast.Add, gast.Sub))
        and isinstance(statement.target, gast.Subscript)
    )


def atomic(statement: gast.AugAssign) -> Statement:
    """Return the atomic form of a statement that adds to an element."""
    element = statement.target
    value = statement.value if isinstance(statement.op, gast.Add) else negative(statement.value)
    made = call("cuda.atomic.add", name(dotted(element.value)), element.slice, value)
    return locate(gast.Expr(made), statement)
