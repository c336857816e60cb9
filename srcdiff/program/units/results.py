"""Give each result of a function, and of those that it calls, a name of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import gast

from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core import Core
from srcdiff.core.results import result_names
from srcdiff.program.units.unit import Key, Unit
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    dotted,
    locate,
    map_blocks,
    name,
    tuple_of,
    with_body,
)


def with_own_results(core: Core, types: Types) -> tuple[Core, Types]:
    """Return a function that returns no scalar twice: each result has a name of its own."""
    results = [dotted(result) for result in result_names(core.tree)]
    again = [i for i, r in enumerate(results) if r in results[:i] and not is_array(types[r])]
    if not again:
        return core, types
    *body, last = core.tree.body
    names = dict(types.names)
    for position in again:
        own = beside(results[position], f"result{position}")
        body.append(assign(own, name(results[position]), last))
        names[own] = types[results[position]]
        results[position] = own
    answer = locate(gast.Return(tuple_of([name(result) for result in results])), last)
    return replace(core, tree=with_body(core.tree, [*body, answer])), replace(types, names=names)


def with_all_results(
    core: Core, types: Types, calls: Mapping[Statement, Key], units: Mapping[Key, Unit]
) -> tuple[Core, Types]:
    """Return a function in which the results that calls return have names, ignored ones too."""
    names = dict(types.names)
    count = 0

    def change(block: Block) -> Block:
        return [bound(s) if isinstance(s, gast.Expr) and s in calls else s for s in block]

    def bound(statement: gast.Expr) -> Statement:
        nonlocal count
        unit = units[calls[statement]]
        results = unit.results
        if not results:
            return statement
        ignored = []
        for result in results:
            count += 1
            ignored.append(beside(unit.core.tree.name, f"ignored{count}"))
            names[ignored[-1]] = unit.types[result]
        if not isinstance(unit.core.tree.body[-1].value, gast.Tuple):
            return assign(ignored[0], statement.value, statement)
        parts = [gast.Name(title, gast.Store(), None, None) for title in ignored]
        whole = gast.Assign([tuple_of(parts, store=True)], statement.value, None)
        return locate(whole, statement)

    if not any(isinstance(statement, gast.Expr) for statement in calls):
        return core, types
    tree = with_body(core.tree, map_blocks(core.tree.body, change))
    return replace(core, tree=tree), replace(types, names=names)
