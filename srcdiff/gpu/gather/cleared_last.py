"""Adjoints that are used up are set to zero at the end of what a thread does with its element.

A store to an element that is still on its way from memory waits for it, and all of the thread with
it; on an H200 that made an adjoint six times as slow.
"""

from __future__ import annotations

from collections.abc import Iterable

import gast

from srcdiff.gpu.thread.views import Rank, unknown, viewed
from srcdiff.syntax import (
    ENDS,
    Block,
    Statement,
    all_names,
    dotted,
    each_block,
    is_adjoint,
    is_number,
    number,
    reads,
    walk,
    writes,
)


def cleared_last(tree: gast.FunctionDef, rank: Rank = unknown) -> gast.FunctionDef:
    """Return a kernel that sets elements of adjoints to zero behind what it does with others.

    `rank` tells the number of dimensions of an array.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> text = '''
    ... def f(x, d_x, d_y, i):
    ...     d = d_y[i]
    ...     d_y[i] = real(0)
    ...     d_x[i] += x[i] * d
    ... '''
    >>> tree = rename(function(text), {"d_y": "d_·y"})
    >>> print(unparse(cleared_last(tree)).replace("·", ""))
    def f(x, d_x, d_y, i):
        d = d_y[i]
        d_x[i] += x[i] * d
        d_y[i] = real(0)
    """
    own = writes(tree.body) | viewed(tree, rank)

    def block(old: Block) -> Block:
        new = list(old)
        for statement in [s for s in old if is_clearing(s, own)]:
            at = new.index(statement)
            end = at + 1
            while end < len(new) and not is_in_the_way(new[end], statement):
                end += 1
            new[at:end] = [*new[at + 1 : end], statement]
        return new

    return each_block(tree, block)


def is_clearing(statement: Statement, own: Iterable[str]) -> bool:
    """Return True if a statement sets an element of an adjoint to zero, in no array of its own."""
    target = statement.targets[0] if isinstance(statement, gast.Assign) else None
    if not isinstance(target, gast.Subscript):
        return False
    array, value = dotted(target.value), statement.value
    if isinstance(value, gast.Call) and len(value.args) == 1:
        value = value.args[0]
    return is_adjoint(array) and array not in own and is_number(value) and number(value) == 0


def is_in_the_way(statement: Statement, clearing: gast.Assign) -> bool:
    """Return True if a statement has to stay behind one that sets an element to zero."""
    element = clearing.targets[0]
    if any(isinstance(node, ENDS) or is_call_for_all(node) for node in walk(statement)):
        return True
    names = all_names(statement)
    return dotted(element.value) in names or bool(writes([statement]) & reads(element.slice))


def is_call_for_all(node: gast.AST) -> bool:
    """Return True if a node is a statement that calls something: that may be a barrier."""
    return isinstance(node, gast.Expr) and isinstance(node.value, gast.Call)
