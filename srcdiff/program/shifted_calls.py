"""Which shifts cancel in a function together with those that it calls (analyse/shifts)."""

from __future__ import annotations

from collections.abc import Sequence

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.shifts.shift_candidates import has_exponentials
from srcdiff.analyse.shifts.shifts import passed, shifts
from srcdiff.analyse.shifts.weight_states import Passed
from srcdiff.analyse.shifts.weights import Value
from srcdiff.core.operations import call_of
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import Statement, dotted, parameters


def shifts_in(unit: Unit, units: Units, memory: Effects) -> frozenset[str]:
    """Return the shifts in a function that cancel, in what it calls as well."""
    known: dict[Key, Effects] = {}

    def called(unit: Unit, statement: Statement, values: Sequence[Value]) -> Passed | None:
        callee = followed(unit, units, statement, len(values))
        if callee is None:
            return None
        if callee.key not in known:
            known[callee.key] = effects(callee.core, callee.types, units.summary_of(callee))
        return passed(
            callee.core,
            callee.types,
            known[callee.key],
            values,
            lambda statement, values: called(callee, statement, values),
        )

    taking = {key for key in {*unit.calls.values()} if takes_exponentials(key, units)}
    inside = [s for s, key in unit.calls.items() if key in taking]
    return shifts(
        unit.core,
        unit.types,
        memory,
        lambda statement, values: called(unit, statement, values),
        inside,
    ).names


def takes_exponentials(key: Key, units: Units) -> bool:
    """Return True if a function takes exponentials, or one that it calls does."""
    keys = (key, *units.called(key))
    return any(has_exponentials(units.of[k].core.tree.body) for k in keys)


def followed(unit: Unit, units: Units, statement: Statement, count: int) -> Unit | None:
    """Return the function that a statement calls, if its text says what its derivative is."""
    made = call_of(statement)
    if made is None or statement not in unit.calls:
        return None
    key = unit.calls[statement]
    has_rule = rule_of_user(unit.core.functions[dotted(made.func)]) is not None
    callee = units.of[key]
    if has_rule or isinstance(callee.function, Inserted) or units.is_recursive(key):
        return None
    return callee if len(parameters(callee.core.tree)) == count else None
