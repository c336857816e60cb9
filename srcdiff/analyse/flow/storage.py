"""The storage plan: how the backward part of each loop gets the values that it reads.

A value of an iteration is *available* if nothing in the loop binds it, *recomputed* if
that is cheap, and otherwise *saved*. Which values to save is a minimum cut (min_cut.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.flow.cheap import Again, is_cheap
from srcdiff.analyse.flow.min_cut import minimum_cut
from srcdiff.analyse.flow.schedule import Backward, Schedule
from srcdiff.analyse.flow.storage_facts import StorageFacts
from srcdiff.analyse.flow.structure import Structure, is_loop, own_reads
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.analyse.types.types import Type, Types
from srcdiff.syntax import Statement, writes

DEEPER = 8.0  # how many iterations a loop is taken to have, where values compete


@dataclass(frozen=True)
class Saved:
    """One value that is saved: its name, the loops around it, its type, and why."""

    value: str
    loops: tuple[Statement, ...]
    type: Type
    reason: str


@dataclass(frozen=True)
class Plan:
    """Which values of split loops are saved, and which are computed again.

    Of the latter, those in `kept` are read from elements that they were written to. `counted` are
    the loops whose iterations can be counted before the outermost loop around them begins; the
    saved values of the others go to arrays that grow.
    """

    saved: Mapping[str, Saved]
    recomputed: frozenset[str]
    counted: frozenset[Statement]
    kept: Mapping[str, gast.Subscript]


def storage(
    types: Types,
    iterations: Iterations,
    effects: Effects,
    schedule: Schedule,
    backward: Mapping[Statement, Backward],
    again: Again = is_cheap,
) -> Plan:
    """Return which values are saved and which are computed again.

    `again` tells which operations cost less to run again than to save their results.
    """
    layout = iterations.layout
    facts = StorageFacts(types, iterations, effects, schedule, backward, again)
    around = {name: facts.loops_of(name) for name in layout.definitions}
    inside = {name: loops for name, loops in around.items() if loops}
    reasons = {name: facts.why_not(name) for name in inside}
    elements = {name: facts.kept(name) for name in sorted(inside) if reasons[name]}
    kept = {name: element for name, element in elements.items() if element is not None}
    inputs = {
        name: None
        if reasons[name] and name not in kept
        else tuple(sorted(facts.inputs(name, kept.get(name))))
        for name in sorted(inside)
    }
    known = counted(layout, schedule, around)
    varying = {name: facts.varying(name, loops, known) for name, loops in inside.items()}
    weight = {name: DEEPER ** (len(loops) - 1) for name, loops in varying.items()}
    needed = {name for name in facts.needed() if name in inside}
    cut = minimum_cut(weight, inputs, sorted(needed))
    saved = {
        name: Saved(
            name,
            varying[name] if varying[name][-1] in known else inside[name],
            types[name],
            reasons[name] or "its operands are overwritten",
        )
        for name in sorted(cut, key=layout.place)
    }
    recomputed = closure(needed, inputs, cut)
    return Plan(saved, frozenset(recomputed), known, kept)


def closure(
    needed: set[str], inputs: Mapping[str, tuple[str, ...] | None], cut: frozenset[str]
) -> set[str]:
    """Return the values that are computed again: what is needed, back to what is saved."""
    found: set[str] = set()
    pending = [name for name in needed if name not in cut]
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        pending += [n for n in inputs[name] or () if n in inputs and n not in cut]
    return found


def counted(
    layout: Structure, schedule: Schedule, around: Mapping[str, tuple[Statement, ...]]
) -> frozenset[Statement]:
    """Return the split loops whose number of iterations is known before their nest begins."""
    found = set() if schedule.function is None else {schedule.function}
    for loop in layout.order:
        if not is_loop(loop) or loop in schedule.rerun:
            continue
        outer = schedule.split_loops(loop, layout)
        known = isinstance(loop, gast.For) and all(part in found for part in outer)
        nest = [part for part in (*outer, loop) if part is not schedule.function]
        moving = {n for n, loops in around.items() if set(loops) & set(nest)}
        moving |= {n for part in nest if isinstance(part, gast.For) for n in writes(part.target)}
        if known and not (own_reads(loop) & moving):
            found.add(loop)
    return frozenset(found)
