"""What is needed of a function when its forward sweep has ended, and what is differentiated."""

from __future__ import annotations

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.schedule import Need
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.differentiate.request import Request
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import dotted


def needed_results(units: Units, unit: Unit, request: Request) -> tuple[frozenset[str], Need]:
    """Return the names that are differentiated, and what is needed of the forward sweep's results.

    Of an array in the result, a cotangent has to have the shape.
    """
    core = unit.core
    results = [dotted(result) for result in result_names(core.tree)]
    if request.has_aux:
        memory = effects(core, unit.types, units.summary_of(unit))
        return frozenset(results[:1]), all_results(core, memory)
    shaped = [n for n in results if unit.types.is_array(n)] if request.cotangents else []
    wanted = results if request.kind == "value_and_grad" else shaped
    return frozenset({*results, *request.outputs}), Need(frozenset(wanted), NONE)


def all_results(core: Core, memory: Effects) -> Need:
    """Return all that a caller gets of a function: results, and what it writes to arguments."""
    names = {dotted(result) for result in result_names(core.tree)}
    roots = {root for roots in memory.writes.values() for root in roots} & memory.parameters
    roots |= {root for name in names for root in memory.roots.get(name, NONE)}
    roots |= {root for name in names for root in memory.lists.get(name, NONE)}
    return Need(frozenset(names), frozenset(roots))
