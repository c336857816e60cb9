"""Give the arrays that loops leave in their names a name of their own behind the loop.

What is saved of a name that a loop carries is what it stands for in each iteration, not what the
last iteration has left.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.flow.structure import Structure, is_loop, structure
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    blocks,
    fresh,
    name,
    rename,
    with_blocks,
    with_body,
)


def left_by_loops(
    tree: gast.FunctionDef, is_array: Callable[[str], bool]
) -> tuple[gast.FunctionDef, dict[str, str]]:
    """Return the function with these names, and for each the name that the loop carries.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(m, n):
    ...     row = m[0]
    ...     for k in range(n):
    ...         row[k] = 1.0
    ...         row = m[k]
    ...     row[0] = 2.0
    ...     return m
    ... ''')
    >>> new, names = left_by_loops(tree, lambda name: name == "row")
    >>> print(unparse(new))
    def f(m, n):
        row = m[0]
        for k in range(n):
            row[k] = 1.0
            row = m[k]
        row·left = row
        row·left[0] = 2.0
        return m
    >>> names
    {'row·left': 'row'}
    """
    layout = structure(tree.body)
    taken = {*layout.definitions, *layout.readers}
    left: dict[str, str] = {}

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            names = {old: own for own, old in left.items()}
            inner = [change(part) for part in blocks(statement)]
            new.append(rename(with_blocks(statement, inner) if inner else statement, names))
            if not is_loop(statement):
                continue
            for carried in sorted(filter(is_array, layout.carried(statement))):
                if is_read_behind(carried, statement, layout):
                    own = fresh(f"{carried}{SEPARATOR}left", taken | left.keys())
                    left[own] = carried
                    new.append(assign(own, name(carried), statement))
        return new

    return with_body(tree, change(tree.body)), left


def is_read_behind(carried: str, loop: Statement, layout: Structure) -> bool:
    """Return True if a name is read behind a loop that carries it."""
    behind = [s for s in layout.readers.get(carried, ()) if not layout.inside(s, loop)]
    return any(layout.order[s] > layout.order[loop] for s in behind)
