"""Refuse copies of what NumPy gives views of, where arrays change and the copies would not.

Functions of the library return copies for diagonals of arrays of more than two dimensions, for
windows, and for subscripts that occur twice in np.einsum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots, union
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.core.operations import call_of
from srcdiff.core.results import result_names
from srcdiff.differentiate.reverse.refusals import may_share
from srcdiff.errors import LIBRARY, located
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import Statement, targets

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units

COPYING = {"diagonal", "equal_diagonal", "sliding_window_view"}  # functions of the library


def check_copied_views(units: Units) -> None:
    """Refuse calls of functions that return copies instead of views, where that would be seen.

    That is where an array is written to, and what was taken of it is read afterwards, or is
    written to; also in functions that get it as the result of a call. Raises UnsupportedSyntax.
    """
    copying = {key for key, unit in units.of.items() if is_copying(unit)}
    while True:
        passing = set()
        for key, unit in units.of.items():
            calls = [s for s, called in unit.calls.items() if called in copying]
            if not calls:
                continue
            memory = effects(unit.core, unit.types, units.summary_of(unit))
            layout = structure(unit.core.tree.body)
            for statement in calls:
                if is_seen(statement, memory, layout):
                    with located(unit.core.origin):
                        raise may_share(unit.core, statement)
            got = union(roots_of(statement, memory) for statement in calls)
            if any(memory.of(result) & got for result in result_names(unit.core.tree)):
                passing.add(key)
        if passing <= copying:
            return
        copying |= passing


def is_copying(unit: Unit) -> bool:
    """Return True if a function is one of the library that returns copies instead of views."""
    name = unit.core.origin.function.split(".")[-1]
    return unit.core.origin.file.startswith(LIBRARY) and name in COPYING


def roots_of(statement: Statement, memory: Effects) -> Roots:
    """Return the roots of what a statement binds."""
    return union(memory.roots.get(target, NONE) for target in targets(statement))


def is_seen(statement: Statement, memory: Effects, layout: Structure) -> bool:
    """Return True if a copy differs from a view when it is read, or is written to."""
    made = call_of(statement)
    own = roots_of(statement, memory)
    given = union(memory.of(a) for a in made.args) if made is not None else NONE
    taken = own - given
    readers = [reader for reader in layout.order if memory.reads[reader] & taken]
    # what an iteration takes anew is another copy, unless it reads that of the one before
    is_kept = any(layout.order[reader] < layout.order[statement] for reader in readers)
    anew = frozenset() if is_kept else frozenset(layout.loops(statement))
    for writer in layout.order:
        if memory.writes[writer] & taken:
            return True
        is_changed = memory.writes[writer] & given and is_after(writer, statement, layout, anew)
        if is_changed and any(is_after(reader, writer, layout, anew) for reader in readers):
            return True
    return False


def is_after(
    later: Statement, earlier: Statement, layout: Structure, anew: frozenset[Statement]
) -> bool:
    """Return True if a statement may run after another one, other than in new iterations."""
    if layout.order[later] > layout.order[earlier]:
        return True
    return bool(set(layout.loops(later)) & set(layout.loops(earlier)) - anew)
