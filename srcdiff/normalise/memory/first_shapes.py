"""Shapes of names that loops hand arrays over to, by those of the arrays that they have first.

All arrays that one run of a loop hands over have one shape; the next run may have another one. The
backward pass has those names as the last run has left them, and the first arrays of each run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import gast
import numpy as np

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.owners import first, passed, same_shapes
from srcdiff.analyse.aliasing.statement_effects import SummaryOf
from srcdiff.analyse.arrays.arrays import arrays
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import ALLOCATORS, is_shape, operation
from srcdiff.syntax import bottom_up, rename, targets, walk_statements


def with_first_shapes(
    core: Core, types: Types, memory: Effects, summary_of: SummaryOf
) -> tuple[Core, Effects]:
    """Ask the first arrays of loops inside other loops for shapes, not the names of all of them.

    `memory` are the effects in the core form, and those in the new one come with that.
    """
    if not memory.owners:
        return core, memory
    layout = structure(core.tree.body)
    alike = same_shapes(memory.owners, layout, arrays(core, types, memory).shape)
    found = {owner: first(owner, memory.owners, layout) for owner in alike}
    inside = {
        owner: array
        for owner, array in found.items()
        if layout.is_single(array) and any(map(layout.loops, layout.definitions.get(array, ())))
    }
    if not inside:
        return core, memory
    core = replace(core, tree=first_shapes(core.tree, inside))
    return core, effects(core, types, summary_of)


def first_shapes(tree: gast.FunctionDef, first: Mapping[str, str]) -> gast.FunctionDef:
    """Return a function that asks other arrays of the same shapes for shapes.

    `first` has the arrays to ask, by the names that stand for several.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(first_shapes(function('''
    ... def f(x, n):
    ...     while n > 0:
    ...         a = x[:n] * 1.0
    ...         b = a
    ...         for k in range(3):
    ...             b = step(b, len(b))
    ...         c = b
    ...         y = np.zeros_like(c)
    ...         n = n - c.shape[0]
    ...     return n
    ... '''), {"b": "a"})))
    def f(x, n):
        while n > 0:
            a = x[:n] * 1.0
            b = a
            for k in range(3):
                b = step(b, len(a))
            c = b
            y = np.zeros_like(a)
            n = n - a.shape[0]
        return n
    """
    known = dict(first)
    times = Counter(n for statement in walk_statements(tree.body) for n in targets(statement))
    for statement in walk_statements(tree.body):
        copies = {n: o for n, o in passed(statement).items() if o in known and times[n] == 1}
        known.update({n: known[o] for n, o in copies.items() if n not in first})

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.expr) and is_shape(node):
            return rename(node, known)
        made = operation(node) if isinstance(node, gast.Call) else None
        if made is not None and ALLOCATORS.get(made.function) is np.zeros_like and node.args:
            model = rename(node.args[0], known)
            new = gast.Call(node.func, [model, *node.args[1:]], node.keywords)
            return gast.copy_location(new, node)
        return node

    return bottom_up(tree, change)
