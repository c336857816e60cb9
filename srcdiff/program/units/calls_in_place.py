"""Write the statements of functions in the place of their calls in loops.

There the analyses of loops see which elements of arrays a call reads and writes; a call of a pair
keeps whole arrays. Which functions that is worth it for, program/steps.py finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.front.parse import source_of
from srcdiff.normalise.functions.inlined import inlined
from srcdiff.normalise.functions.specialise import Flat, is_opaque
from srcdiff.program.units.general_form import Where, where_of
from srcdiff.program.units.plain import plain
from srcdiff.program.units.unit_checks import kinds_of
from srcdiff.program.units.variants import Variant
from srcdiff.syntax import Block, Statement, blocks, dotted, targets, walk_statements

if TYPE_CHECKING:
    from srcdiff.program.units.units import Units

MOST = 600  # statements that several calls may become: LLVM takes long for longer functions


def with_calls_in_place(units: Units, core: Core, types: Types, wanted: frozenset[Where]) -> Core:
    """Return a core form with the statements of wanted functions in the place of their calls.

    Calls stay where functions call themselves, take tuples or have rules, and where all calls
    would become too many statements. Without any change the core form is returned itself.
    """
    found: dict[Statement, Core] = {}
    for statement in in_loops(core.tree.body) if wanted else ():
        callee = callee_in_place(units, core, types, statement, wanted)
        if callee is not None:
            found[statement] = callee
    sizes = [len(list(walk_statements(callee.tree.body))) for callee in found.values()]
    if len(sizes) > 1 and sum(sizes) > MOST:
        return core
    for statement, callee in found.items():
        core = inlined(core, statement, callee)
    return units.with_constants(core) if found else core


def callee_in_place(
    units: Units, core: Core, types: Types, statement: Statement, wanted: frozenset[Where]
) -> Core | None:
    """Return the core form of the function that a statement calls, if it can stand there."""
    made = call_of(statement)
    called = core.functions.get(dotted(made.func)) if made is not None else None
    if made is None or called is None or isinstance(called, Flat) or is_opaque(called):
        return None
    kinds = kinds_of(made, core, types)
    function, given = plain(called, kinds)
    if given != kinds or isinstance(function, Variant):
        return None
    source = source_of(function)
    if where_of(source) not in wanted or units.is_recursive((id(function), given)):
        return None
    callee = units.core_of(source, given)
    last = callee.tree.body[-1]
    has_result = isinstance(last, gast.Return) and last.value is not None
    return callee if has_result or not targets(statement) else None


def in_loops(block: Block, inside: bool = False) -> Iterator[Statement]:
    """Yield the simple statements of a block that stand in loops.

    >>> from srcdiff.syntax import statements, unparse
    >>> found = in_loops(statements("f(x)\\nif c:\\n  while d:\\n    y = g(x)\\n    if y: h(x)"))
    >>> [unparse(statement) for statement in found]
    ['y = g(x)', 'h(x)']
    """
    for statement in block:
        is_loop = isinstance(statement, (gast.For, gast.While))
        for part in blocks(statement):
            yield from in_loops(part, inside or is_loop)
        if inside and not blocks(statement):
            yield statement
