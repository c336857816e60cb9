"""Functions in their simplest core form, once all functions that they call are known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from srcdiff.analyse.checks.list_uses import list_in_place
from srcdiff.analyse.checks.sharing import MayShare
from srcdiff.errors import UnsupportedSyntax, UnsupportedType, located
from srcdiff.normalise.dialect.number_kinds import SPREAD
from srcdiff.normalise.memory.buffer_swaps import with_swaps
from srcdiff.normalise.memory.left_by_loops import left_by_loops
from srcdiff.pipeline import tidy
from srcdiff.program.units.general_form import NeedsGeneral, where_of
from srcdiff.program.units.other_forms import check_lists, check_nested
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.unit_checks import check_bound
from srcdiff.syntax import Statement

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units


def tidied(units: Units, unit: Unit) -> Unit:
    """Return a function in its simplest core form."""
    with located(unit.core.origin):
        if units.general is not None and has_pairs(units, unit):
            unit = with_pairs(units, unit)
        elif units.keeps:
            core = with_swaps(
                unit.core,
                unit.types,
                lambda core: units.summary_of(units.with_form(unit, core, unit.types)),
            )
            unit = units.with_form(unit, core, unit.types)
        summary_of, shares = units.summary_of(unit), may_share(units, unit)
        try:
            core, types = tidy(unit.core, unit.types, summary_of, units.keeps, shares)
        except (UnsupportedSyntax, UnsupportedType) as error:
            check_lists(error, units.general, unit.core, list_in_place(error))
            check_nested(error, units.general, where_of(unit.core), unit.core.written)
            raise
        check_bound(core)
        return units.with_form(unit, core, types)


def has_pairs(units: Units, unit: Unit) -> bool:
    """Return True if the arrays of a function go in pairs where they have to."""
    assert units.general is not None
    several = any(n.endswith(SPREAD) for n in unit.types.names)
    return several or units.general.has_pairs(where_of(unit.core))


def with_pairs(units: Units, unit: Unit) -> Unit:
    """Return a function whose arrays go in pairs with their adjoints where they have to."""
    tree, left = left_by_loops(unit.core.tree, unit.types.has_adjoints)
    core = replace(unit.core, tree=tree, in_pairs=True)
    return units.with_form(unit, core, unit.types.with_names(left))


def may_share(units: Units, unit: Unit) -> MayShare:
    """Return the function that tells which arguments of calls in a unit may share memory.

    It raises NeedsGeneral for what can be, but is not yet.
    """

    def is_shared(statement: Statement, positions: frozenset[int]) -> bool:
        called = units.of[unit.calls[statement]].core
        if any(positions <= group for group in called.shared):
            return True
        if units.general is not None:
            raise NeedsGeneral(where_of(called), positions)
        return False

    return is_shared
