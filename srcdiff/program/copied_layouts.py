"""Arguments that are copied because they are written to, and what asks for their order in memory.

Whether `x.ravel()` is a view of `x` depends on that: of a copy it is one, and writes to it would
change the copy.
"""

from __future__ import annotations

from srcdiff.analyse.aliasing.effects import Effects, effects
from srcdiff.analyse.aliasing.new_memory import is_new
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import is_array
from srcdiff.core import Core
from srcdiff.core.operations import call_of, is_view, operation
from srcdiff.differentiate.reverse.refusals import may_share
from srcdiff.errors import located
from srcdiff.program.units.unit import Key, Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import Statement, parameters, targets, walk_statements


def check_copied_layouts(units: Units, unit: Unit) -> None:
    """Refuse what may be a view of an argument that is copied, and has gaps in memory.

    Raises UnsupportedSyntax, at the operation.
    """
    given = parameters(unit.core.tree)
    for position in sorted(units.summary(unit.key).writes):
        kind = unit.types[given[position]]
        if is_array(kind) and kind.layout == "A":
            found = view_or_copy(units, unit, given[position], frozenset())
            if found is not None:
                core, statement = found
                with located(core.origin):
                    raise may_share(core, statement)


def view_or_copy(
    units: Units, unit: Unit, parameter: str, seen: frozenset[tuple[Key, str]]
) -> tuple[Core, Statement] | None:
    """Return the first operation that gives a view of a parameter or new memory, or None.

    Functions that are called count, too.
    """
    if (unit.key, parameter) in seen:
        return None
    seen |= {(unit.key, parameter)}
    memory = effects(unit.core, unit.types, units.summary_of(unit))
    for statement in walk_statements(unit.core.tree.body):
        if statement in unit.calls:
            called, made = units.of[unit.calls[statement]], call_of(statement)
            taken = made.args if made is not None else []
            for own, argument in zip(parameters(called.core.tree), taken, strict=False):
                if parameter in memory.of(argument):
                    found = view_or_copy(units, called, own, seen)
                    if found is not None:
                        return found
            continue
        done = operation(getattr(statement, "value", None))
        if done is None or done.is_user or is_view(done) or is_new(done):
            continue
        for target in targets(statement):
            is_open = {parameter, target} <= memory.roots.get(target, NONE)
            if is_open and is_told(unit, statement, target, parameter, memory):
                return unit.core, statement
    return None


def is_told(unit: Unit, statement: Statement, target: str, parameter: str, memory: Effects) -> bool:
    """Return True if a later write, or a caller, can tell a view from new memory."""
    layout = structure(unit.core.tree.body)
    around = set(layout.loops(statement))
    escapes = any(memory.roots.get(result, NONE) & {target} for result in unit.results)
    return escapes or any(
        written & {parameter, target}
        and (layout.order[writer] > layout.order[statement] or around & set(layout.loops(writer)))
        for writer, written in memory.writes.items()
    )
