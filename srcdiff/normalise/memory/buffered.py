"""Copy what is added to an array where it may overlap the array, as NumPy does."""

from __future__ import annotations

from dataclasses import replace

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.overlaps import is_unsafe_update
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    copy_of,
    dotted,
    each_statement,
    fresh,
    name,
)


def buffered(core: Core, types: Types, memory: Effects) -> tuple[Core, Types]:
    """Return a function in which `x[1:] += x[:-1]` adds a copy.

    Element by element, without one, the result would depend on their order. NumPy makes the copy
    unseen, compiled code does not.
    """
    layout = structure(core.tree.body)
    copies: dict[str, str] = {}

    def changed(statement: Statement) -> Block:
        if not is_unsafe_update(statement, types, memory, layout):
            return [statement]
        value = dotted(statement.value)
        held = fresh(beside(value, "added"), {*layout.definitions, *copies})
        copies[held] = value
        copied = assign(held, copy_of(name(value), types.is_in_columns(value)), statement)
        update = gast.AugAssign(statement.target, statement.op, name(held))
        return [copied, gast.copy_location(update, statement)]

    tree = each_statement(core.tree, changed)
    return (replace(core, tree=tree), types.with_copies(copies)) if copies else (core, types)
