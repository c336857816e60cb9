"""All that has to be known before a function is differentiated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.owners import given_at_end, same_shapes
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.arrays.arrays import Arrays, arrays, model
from srcdiff.analyse.checks.flow import check_flow
from srcdiff.analyse.checks.sharing import check_references, check_shared_results
from srcdiff.analyse.flow.activity import Activity
from srcdiff.analyse.flow.cheap import Again, is_cheap
from srcdiff.analyse.flow.loops import loops
from srcdiff.analyse.flow.schedule import Backward, Need, schedule
from srcdiff.analyse.flow.storage import storage
from srcdiff.analyse.flow.structure import Structure, is_loop, structure
from srcdiff.analyse.flow.totals import totals
from srcdiff.analyse.iterated.iterations import iterations_of
from srcdiff.analyse.types.types import Types
from srcdiff.differentiate.context import Context
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.adjoints import adjoints
from srcdiff.differentiate.reverse.calls import Rewritten, backward_needs
from srcdiff.syntax import Statement, targets


def facts_of(
    rewritten: Rewritten,
    types: Types,
    memory: Effects,
    active: Activity,
    results: Need,
    divided: bool,
    again: Again = is_cheap,
    members: frozenset[str] = NONE,
    in_threads: bool = False,
) -> Facts:
    """Find out all that has to be known before a function is differentiated.

    `members` are the arrays that go in pairs with their adjoints. With `in_threads`, other
    threads run the function at the same time, with the same arrays.
    """
    core = rewritten.core
    followed = {*rewritten.types, *memory.lists}
    check_flow(core, types, active, followed)  # refuse what could be silently wrong
    layout = structure(core.tree.body)
    kinds = arrays(core, types, memory)
    kinds = replace(kinds, values=kinds.values - members)
    same = same_shapes(memory.owners, layout, kinds.shape)
    check_references(core, types, active, kinds, same | members)
    sites = {s: tuple(range(len(targets(s)))) for s in rewritten.sites}
    check_shared_results(core, memory, active, sites)
    independent = loops(core, types, memory, active, layout)
    context = Context(core, types, memory, active, layout, kinds, rewritten.ruled, members=members)
    rules = adjoints(context, rewritten.sites)
    needs = backward_needs(rules, rewritten.sites, memory, kinds, members)
    needs |= needed_shapes(active, memory, kinds, layout, needs)
    iterations = iterations_of(layout, types.__getitem__, divided, in_threads)
    sums = NONE
    if not (divided or members or in_threads):
        read = NONE.union(*(need.names for need in needs.values()))
        sums = totals(core, types, layout, memory, read, results.names)
    order = schedule(core.tree, iterations, memory, independent, needs, results, divided, sums)
    plan = storage(types, iterations, memory, order, needs, again)
    found = core, types, memory, active, kinds, layout, independent, rules
    return Facts(*found, rewritten.sites, order, plan, members, in_threads)


def needed_shapes(
    active: Activity,
    memory: Effects,
    kinds: Arrays,
    layout: Structure,
    needs: Mapping[Statement, Backward],
) -> dict[Statement, Backward]:
    """Return what loops need for the shapes of adjoints that nothing has added to after them."""
    found: dict[Statement, Backward] = {}
    for loop in filter(is_loop, layout.order):
        given = {
            given_at_end(value, loop)
            for value in layout.carried(loop)
            if value in active and value in kinds.values and not kinds.keeps_shape(value, layout)
            if not is_read_after(value, loop, layout, needs)
        }
        shaped = {model(array, layout, kinds, memory.owners) for array in given if array}
        if shaped:
            old = needs.get(loop, Backward())
            found[loop] = Backward(old.names | shaped, old.contents)
    return found


def is_read_after(
    value: str, loop: Statement, layout: Structure, needs: Mapping[Statement, Backward]
) -> bool:
    """Return True if something adds to the adjoint of an array after a loop, whenever that runs."""
    return any(
        layout.order[reader] > layout.order[loop]
        and not layout.inside(reader, loop)
        and layout.dominates(reader, loop)
        for reader in layout.readers.get(value, ())
        if reader in needs
    )
