"""Copy results that may be arrays which were passed as arguments, where nobody can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.statement_effects import NONE, union
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import is_array
from srcdiff.core.results import result_names
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.memory.joins import is_written_later
from srcdiff.program.units.aliases import find_aliases
from srcdiff.program.units.unit import Key, Unit
from srcdiff.syntax import (
    SEPARATOR,
    Statement,
    assign,
    call_method,
    dotted,
    fresh,
    locate,
    name,
    reads,
    rename,
    targets,
    with_body,
    writes,
)

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units


def with_copied_results(units: Units) -> None:
    """Return copies from functions of which it cannot be told which array they return.

    A copy is the same to all who call a function, if neither the arrays that it may return nor
    its result are written to after a call.
    """
    called = {key for unit in units.of.values() for key in unit.calls.values()}
    for key in [key for key in units.of if key in called and key in units.untidy]:
        unit = units.of[key]
        memory = effects(unit.core, unit.types, units.summary_of(unit))
        try:
            find_aliases(unit, units.summary(key), memory)
        except UnsupportedSyntax:
            if is_unseen(units, key, frozenset()):
                units.of[key] = copied(unit)
                units.summaries.clear()


def is_unseen(units: Units, key: Key, above: frozenset[Key]) -> bool:
    """Return True if no caller of a function can tell a result from a copy of it.

    `above` are the functions that are asked already.
    """
    if key in above:
        return False
    for caller, unit in units.of.items():
        calls = [statement for statement, called in unit.calls.items() if called == key]
        if not all(is_unseen_by(units, unit, statement) for statement in calls):
            return False
        goes_on = bool(calls) and passes_on(units, unit, calls)
        if goes_on and not is_unseen(units, caller, above | {key}):
            return False
    return True


def is_unseen_by(units: Units, unit: Unit, statement: Statement) -> bool:
    """Return True if a function writes to none of the arrays of a call after it."""
    memory = effects(unit.core, unit.types, units.summary_of(unit))
    roots = union(memory.roots.get(target, NONE) for target in targets(statement))
    return not is_written_later(statement, roots, memory, structure(unit.core.tree.body))


def passes_on(units: Units, unit: Unit, calls: list[Statement]) -> bool:
    """Return True if a function may return what it gets from some calls."""
    memory = effects(unit.core, unit.types, units.summary_of(unit))
    got = union(memory.roots.get(t, NONE) for statement in calls for t in targets(statement))
    return any(memory.of(result) & got for result in result_names(unit.core.tree))


def copied(unit: Unit) -> Unit:
    """Return a function that returns copies of its arrays."""
    *body, last = unit.core.tree.body
    taken = writes(unit.core.tree.body) | reads(unit.core.tree.body)
    copies: dict[str, str] = {}
    for result in dict.fromkeys(map(dotted, result_names(unit.core.tree))):
        if is_array(unit.types[result]):
            own = fresh(f"{result}{SEPARATOR}result", taken)
            copies[own] = result
            body.append(assign(own, call_method(name(result), "copy"), last))
    answer = locate(rename(last, {result: own for own, result in copies.items()}), last)
    core = replace(unit.core, tree=with_body(unit.core.tree, [*body, answer]))
    return replace(unit, core=core, types=unit.types.with_copies(copies))
