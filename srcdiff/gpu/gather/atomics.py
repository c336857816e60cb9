"""Adjoints that other threads may add to as well are added to by atomic operations."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.syntax import (
    Block,
    Statement,
    call,
    callee_of,
    dotted,
    each_block,
    locate,
    name,
    negative,
    walk_statements,
    whole_target,
)

MAKERS = {"np.empty", "np.zeros", "np.zeros_like"}


def atomics(tree: gast.FunctionDef, is_shared: Callable[[str], bool]) -> gast.FunctionDef:
    """Return a kernel with atomic additions to elements of arrays that other threads add to, too.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(atomics(function('''
    ... def f(d_x, d_y, i):
    ...     d_x[i - 1, 0] -= d_y[i]
    ...     d_y[i] += 2.0
    ... '''), lambda name: name == "d_x")))
    def f(d_x, d_y, i):
        cuda.atomic.add(d_x, (i - 1, 0), -d_y[i])
        d_y[i] += 2.0
    """

    def block(old: Block) -> Block:
        return [atomic(s) if adds(s) and is_shared(dotted(s.target.value)) else s for s in old]

    return each_block(tree, block)


def own_arrays_of(tree: gast.FunctionDef) -> set[str]:
    """Return the arrays that a thread makes itself.

    >>> from srcdiff.syntax import function
    >>> sorted(own_arrays_of(function("def f(x): a = np.zeros(3); b = x[0]; c = np.empty(2)")))
    ['a', 'c']
    """
    found: set[str] = set()
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        if callee_of(value) in MAKERS:
            found.add(whole_target(statement))
    return found - {""}


def adds(statement: Statement) -> bool:
    """Return True if a statement adds to, or subtracts from, an element of an array."""
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
