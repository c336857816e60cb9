"""Which results of a function are arrays that were passed to it."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import FRESH, NONE, Roots, Summary
from srcdiff.analyse.types.types import is_differentiable, is_differentiable_array
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.errors import UnsupportedSyntax
from srcdiff.program.units.unit import Unit
from srcdiff.syntax import Statement, dotted, targets, walk_statements


def find_aliases(unit: Unit, summary: Summary, memory: Effects) -> dict[int, int]:
    """Return which results are arrays that were passed as arguments.

    Raises UnsupportedSyntax where that depends on the way through the function, or where
    an array is returned twice.
    """
    aliases: dict[int, int] = {}
    seen: Roots = NONE
    results = result_names(unit.core.tree)
    for position, (result, sources) in enumerate(zip(results, summary.results, strict=True)):
        if not is_differentiable(unit.types[dotted(result)]):
            continue
        title = unit.core.tree.name
        if memory.of(result) & seen:
            raise returned(unit, f"`{title}` may return the same array twice")
        if len(sources) > 1:
            raise returned(unit, f"which array `{title}` returns depends on control flow")
        seen |= memory.of(result)
        if sources and FRESH not in sources:
            if not is_whole(unit.core, dotted(result)):
                raise returned(unit, f"`{title}` returns a part of an array that is its argument")
            (aliases[position],) = sources
    return aliases


def shared_results(unit: Unit, summary: Summary, memory: Effects) -> tuple[int, ...]:
    """Return the results that may be memory of arguments, or of other results."""
    results = result_names(unit.core.tree)
    arrays = [p for p, r in enumerate(results) if is_differentiable_array(unit.types[dotted(r)])]
    return tuple(
        position
        for position in arrays
        if summary.results[position] - {FRESH}
        or any(
            memory.of(results[position]) & memory.of(results[other])
            for other in arrays
            if other != position
        )
    )


def is_whole(core: Core, result: str) -> bool:
    """Return True if a result is a parameter under its own or another name, not a view of it."""
    bound: dict[str, list[Statement]] = {}
    for statement in walk_statements(core.tree.body):
        for target in targets(statement):
            bound.setdefault(target, []).append(statement)
    seen: set[str] = set()
    left = {result}
    while left:
        name = left.pop()
        seen.add(name)
        for statement in bound.get(name, ()):
            values = [statement.value]
            if isinstance(statement.value, gast.Tuple):  # the copies at the end of an iteration
                values = [statement.value.elts[targets(statement).index(name)]]
            if not isinstance(values[0], gast.Name):
                return False
            left |= {values[0].id} - seen
    return True


def returned(unit: Unit, reason: str) -> UnsupportedSyntax:
    """Return the error for results that are not told apart."""
    return UnsupportedSyntax(reason, unit.core.tree.body[-1], "return copies of them")
