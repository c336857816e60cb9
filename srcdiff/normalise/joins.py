"""Copy arrays where ways join that give one name to several arrays."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.effects import NONE, Effects
from srcdiff.analyse.structure import Structure
from srcdiff.syntax import Block, Statement, assign, call_method, map_blocks, targets, with_body


def joins(
    tree: gast.FunctionDef,
    effects: Effects,
    layout: Structure,
    is_array: Callable[[str], bool],
) -> gast.FunctionDef:
    """Return the function with copies of arrays instead of names that stand for several.

    That is done where nobody can tell: the arrays have elements that are written, but none
    is written after the ways have joined.

    >>> from srcdiff.analyse.structure import structure
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, c):
    ...     x[0] = 1.0
    ...     if c:
    ...         z = x
    ...     else:
    ...         z = y
    ...     return z
    ... ''')
    >>> roots = {"x": frozenset("x"), "y": frozenset("y"), "z": frozenset("xy")}
    >>> layout = structure(tree.body)
    >>> writes = {s: frozenset("x" if s is tree.body[0] else "") for s in layout.order}
    >>> facts = Effects(roots, {}, writes, frozenset(), frozenset("xy"))
    >>> print(unparse(joins(tree, facts, layout, lambda name: name in "xyz")))
    def f(x, y, c):
        x[0] = 1.0
        if c:
            z = x.copy()
        else:
            z = y.copy()
        return z
    """
    mutable = NONE.union(*effects.writes.values())

    def is_copied(statement: Statement) -> bool:
        bound = targets(statement)
        if len(bound) != 1 or layout.is_single(bound[0]) or not is_array(bound[0]):
            return False
        roots = effects.roots.get(bound[0], NONE)
        return bool(roots & mutable) and not is_written_later(statement, roots, effects, layout)

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            value = getattr(statement, "value", None)
            if isinstance(value, gast.Name) and is_copied(statement):
                (target,) = targets(statement)
                statement = assign(target, call_method(value, "copy"), statement)
            new.append(statement)
        return new

    result: gast.FunctionDef = with_body(tree, map_blocks(tree.body, change))
    return result


def is_written_later(
    statement: Statement, roots: frozenset[str], effects: Effects, layout: Structure
) -> bool:
    """Tell whether one of some arrays may be written after a statement."""
    around = set(layout.loops(statement))
    return any(
        effects.writes[writer] & roots
        and (layout.order[writer] > layout.order[statement] or around & set(layout.loops(writer)))
        for writer in layout.order
    )
