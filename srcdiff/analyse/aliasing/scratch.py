"""Scratch arrays: those that each iteration of a loop fills before it reads them.

They are made once, but nothing in them passes from one iteration to another: for each
iteration it is as if it had an array of its own. Their adjoints are zero again when the
backward part of an iteration ends, as each element was written before it was read.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, union
from srcdiff.analyse.arrays.fills import Lengths, Places, fills, is_complete
from srcdiff.analyse.flow.structure import Structure, is_loop
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import ALLOCATORS, is_load, is_store, operation, store_target
from srcdiff.syntax import Expression, Statement, dotted, key, parameters, reads, walk_statements


def scratch(
    core: Core, types: Types, effects: Effects, layout: Structure
) -> dict[Statement, Roots]:
    """Return, for each loop, the arrays made outside it that it uses as scratch arrays."""
    written = union(effects.writes.values())
    returned = union(
        effects.of(part)
        for s in walk_statements(core.tree.body)
        if isinstance(s, gast.Return) and s.value is not None
        for part in gast.walk(s.value)
    )
    found: dict[Statement, Roots] = {s: NONE for s in layout.order if is_loop(s)}
    ndim = {name: types.ndim(name) for name in effects.roots}
    lengths = Lengths(layout, ndim, frozenset(parameters(core.tree)))
    for array in sorted(written - returned):  # for parameters there are no definitions
        (made, *others) = layout.definitions.get(array, (None,))
        if made is None or others or not is_allocation(made):
            continue
        place = _Array(array, made, lengths, effects, layout)
        for loop in found:
            if place.is_scratch(loop):
                found[loop] |= {array}
    return found


def is_allocation(statement: Statement) -> bool:
    """Return True if a statement makes an array of fixed numbers."""
    value = statement.value if isinstance(statement, gast.Assign) else None
    found = operation(value)
    return found is not None and found.function in ALLOCATORS


@dataclass(frozen=True)
class _Array:
    """An array, and what a function does with it."""

    array: str
    made: Statement
    lengths: Lengths
    effects: Effects
    layout: Structure

    def is_scratch(self, loop: Statement) -> bool:
        """Return True if no iteration reads what another one, or another place, has written."""
        layout = self.layout
        before = layout.dominates(self.made, loop) and layout.order[self.made] < layout.order[loop]
        inside = [s for s in walk_statements(loop.body) if self.array in self.effects.writes[s]]
        if not before or layout.inside(self.made, loop) or not inside:
            return False
        return all(self.is_filled(s, loop) for s in layout.order if self.reads(s))

    def reads(self, statement: Statement) -> bool:
        """Return True if a statement reads elements of the array."""
        added = (
            isinstance(statement, gast.AugAssign) and self.array in (self.effects.writes[statement])
        )
        return added or self.array in self.effects.reads[statement]

    def is_filled(self, reader: Statement, loop: Statement) -> bool:
        """Return True if a statement reads nothing that another iteration of a loop has written."""
        layout = self.layout
        if reader is loop or layout.inside(reader, loop):
            return reader is not loop and self.is_written(reader, loop, layout.order[loop])
        common = [part for part in layout.loops(reader) if part in layout.loops(loop)]
        if layout.order[reader] > layout.order[loop]:
            return self.is_written(reader, None, layout.order[loop])
        return not common or self.is_written(reader, common[-1], layout.order[common[-1]])

    def is_written(self, reader: Statement, within: Statement | None, start: int) -> bool:
        """Return True if what a statement reads is written before, behind a place in the text."""
        layout = self.layout
        written: Places = frozenset()
        calls = {s: p[self.array] for s, p in self.effects.fills.items() if self.array in p}
        for statement, places in fills(self.array, within, self.lengths, calls):
            ahead = start < layout.order[statement] < layout.order[reader]
            around = layout.inside(reader, statement)
            if ahead and not around and layout.dominates(statement, reader):
                written |= places
        if is_complete(written, self.lengths.extents(self.array, reader)):
            return True
        wanted = accessed(reader)
        if wanted is None or dotted(wanted.value) != self.array or not self.is_fixed(wanted.slice):
            return False
        return any(
            start < layout.order[s] < layout.order[reader]
            and (within is None or layout.inside(s, within))
            and layout.dominates(s, reader)
            and isinstance(s, gast.Assign)
            and is_store(s)
            and dotted(store_target(s).value) == self.array
            and key(store_target(s).slice) == key(wanted.slice)
            for s in layout.order
        )

    def is_fixed(self, index: Expression) -> bool:
        """Return True if the names in a subscript are bound once, so that it means one element."""
        return all(self.layout.is_single(name) for name in reads(index))


def accessed(statement: Statement) -> gast.Subscript | None:
    """Return the element that a statement reads, if that is all it reads."""
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Subscript):
        whole = dotted(statement.target.value) in reads([statement.value, statement.target.slice])
        return None if whole else statement.target
    return statement.value if is_load(statement) else None
