"""Move lengths of arrays that a loop binds before the loop, where it leaves the arrays alone."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.core.needs import needs
from srcdiff.core.operations import is_shape
from srcdiff.syntax import (
    Block,
    Statement,
    all_names,
    blocks,
    locate,
    targets,
    with_blocks,
    with_body,
)


@needs(gast.For, gast.While)
def lengths_first(tree: gast.FunctionDef, is_array: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function with lengths before the outermost loops that do not bind the arrays.

    So the number of iterations of inner loops is known before outer ones begin.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(lengths_first(function('''
    ... def f(x, m):
    ...     for k in range(m):
    ...         n = x.shape[0]
    ...         y = x[k:]
    ...         o = len(y)
    ...         for i in range(n):
    ...             x[i] = y[o - 1]
    ... '''), lambda name: name in "xy")))
    def f(x, m):
        n = x.shape[0]
        for k in range(m):
            y = x[k:]
            o = len(y)
            for i in range(n):
                x[i] = y[o - 1]
    """
    layout = structure(tree.body)
    moved: dict[Statement, list[Statement]] = {}
    for statement in layout.order:
        loop = outermost(statement, layout, is_array)
        if loop is not None:
            moved.setdefault(loop, []).append(statement)
    if not moved:
        return tree
    gone = {statement for every in moved.values() for statement in every}
    return with_body(tree, without(tree.body, moved, gone))


def outermost(
    statement: Statement, layout: Structure, is_array: Callable[[str], bool]
) -> Statement | None:
    """Return the outermost loop that a length can be moved before, if there is one."""
    value = statement.value if isinstance(statement, gast.Assign) else None
    bound = targets(statement)
    if value is None or not is_shape(value) or len(bound) != 1 or not layout.is_single(bound[0]):
        return None
    array = next(filter(is_array, all_names(value)), "")
    made = layout.definitions.get(array, ())
    for loop in layout.loops(statement):
        if not any(s is loop or layout.inside(s, loop) for s in made):
            return loop if array else None
    return None


def without(block: Block, moved: dict[Statement, list[Statement]], gone: set[Statement]) -> Block:
    """Return a block with the statements that are moved before loops."""
    new: Block = []
    for statement in block:
        if statement in gone:
            continue
        new += moved.get(statement, [])
        parts = [without(part, moved, gone) for part in blocks(statement)]
        new.append(with_blocks(statement, parts) if parts else statement)
    return new or ([locate(gast.Pass(), block[0])] if block else [])
