"""Adjoints of outputs that are used up are left as they are, where nobody reads them again."""

from __future__ import annotations

from collections.abc import Collection

import gast

from srcdiff.gpu.gather.cleared_last import is_clearing
from srcdiff.gpu.thread.views import Rank, unknown, viewed
from srcdiff.syntax import (
    Block,
    Statement,
    all_names,
    dotted,
    each_block,
    walk_statements,
    writes,
)


def uncleared(
    tree: gast.FunctionDef, outputs: Collection[str], rank: Rank = unknown
) -> gast.FunctionDef:
    """Return a kernel that does not set elements of adjoints to zero behind all other uses.

    `outputs` are those that this is for; `rank` tells the number of dimensions of an array.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> text = '''
    ... def f(x, d_x, d_y, i):
    ...     d = d_y[i]
    ...     d_x[i] += x[i] * d
    ...     d_y[i] = real(0)
    ... '''
    >>> tree = rename(function(text), {"d_y": "d_·y"})
    >>> print(unparse(uncleared(tree, {"d_·y"})).replace("·", ""))
    def f(x, d_x, d_y, i):
        d = d_y[i]
        d_x[i] += x[i] * d
    """
    own = writes(tree.body) | viewed(tree, rank)
    order = list(walk_statements(tree.body))
    loops = [s for s in order if isinstance(s, (gast.For, gast.While))]
    inside = {s for loop in loops for s in walk_statements(loop.body)}
    last: dict[str, gast.AST] = {}
    for statement in order:
        if not hasattr(statement, "body"):
            names = all_names(statement)
            last.update(dict.fromkeys(names, statement))

    def block(old: Block) -> Block:
        return [s for s in old if not is_last(s)]

    def is_last(statement: Statement) -> bool:
        left_out = statement not in inside and is_clearing(statement, own)
        return left_out and of(statement) in outputs and statement is last[of(statement)]

    return each_block(tree, block)


def of(clearing: gast.Assign) -> str:
    """Return the array of which a statement sets an element to zero."""
    return dotted(clearing.targets[0].value)
