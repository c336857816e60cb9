"""Variables whose arrays may as well be one array that gets new elements.

A variable that is bound to another array here and there, as by `a, b = b, a` under a condition,
names several arrays. Where nobody else has a name for the array that it gives up, or for the one
that it gets, nothing changes if it keeps its array and gets the other's elements.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import gast

from srcdiff.analyse.aliasing.buffer_names import (
    BufferNames,
    Buffers,
    comes_before,
    renamed,
    renamed_by,
)
from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.slice_shapes import is_expressible, named_in
from srcdiff.analyse.flow.liveness import elements_read, liveness
from srcdiff.analyse.flow.structure import Structure, copied
from srcdiff.analyse.types.types import types
from srcdiff.core.fixed_points import connected
from srcdiff.syntax import Block, Statement, base, targets


def buffers(
    body: Block,
    layout: Structure,
    several: Roots,
    handed: Roots,
    kind: Callable[[str], object],
    shape: Mapping[str, str],
    effects_of: Callable[[Roots], Effects],
) -> Buffers:
    """Return which of some names that have several arrays can have one.

    Those that are handed over need not. `kind` tells what arrays that can take each other's place
    have in common, `shape` how the shape of an array is called, and `effects_of` gives the effects
    if some names have memory of their own.
    """
    groups = grouped(several, layout, effects_of(NONE))
    needed = {groups[name] for name in several - handed}
    found = Buffers({name: first for name, first in groups.items() if first in needed})
    live = liveness(body, read_by=elements_read) if found.buffer else None
    while live is not None and found.buffer:
        memory = effects_of(found.copies | found.buffer.keys())
        names = BufferNames(found, layout, live, memory, kind, shape, several)
        arrays = set(found.buffer.values())
        kept = exchanged(names)
        if not arrays <= kept:
            found = Buffers({n: first for n, first in found.buffer.items() if first in kept})
            continue
        copies = {first: needed_copies(first, names) for first in arrays}
        wrong = {first for first in arrays if copies[first] is None}
        new = NONE.union(*(found for found in copies.values() if found is not None))
        if not wrong and new <= found.copies:
            wrong = {first for first in arrays if not is_alone(first, names)}
            if not wrong:
                apart = frozenset(first for first in arrays if names.begins_shared(first))
                begun = {first: beginning(first, names) for first in arrays}
                empty = {first: found for first, found in begun.items() if found}
                return Buffers(found.buffer, found.copies, apart - empty.keys(), empty)
        if wrong:
            found = Buffers(smaller(found.buffer, wrong, several, handed, layout))
        else:
            found = Buffers(found.buffer, found.copies | new)
    return found


def smaller(
    buffer: Mapping[str, str],
    wrong: Collection[str],
    several: Roots,
    handed: Roots,
    layout: Structure,
) -> dict[str, str]:
    """Return the names that may still have one array, where some cannot.

    Without those that are handed over they may, or without the array that they begin with.
    """
    new = {name: first for name, first in buffer.items() if first not in wrong}
    for first in wrong:
        names = [name for name in buffer if buffer[name] == first]
        kept = [name for name in names if name not in handed]
        if len(kept) == len(names):
            kept = [name for name in names if name != first] if first not in several else []
        order = sorted(kept, key=layout.place)
        new |= dict.fromkeys(order, order[0] if order else "")
    return new


def grouped(several: Roots, layout: Structure, memory: Effects) -> dict[str, str]:
    """Return the first name of the same variable, for names that are given to each other."""
    order = sorted(several, key=layout.place)
    first = {name: name for name in order}
    plain = Buffers(dict(first))
    given = {
        name: [plain.source(renamed_by(s), layout) for s in layout.definitions[name]]
        for name in order
    }
    for name in order:
        for other in given[name]:
            if other in first and base(other) == base(name):
                early, late = sorted((first[other], first[name]), key=order.index)
                first |= {n: early for n in order if first[n] == late}
    for name in order:
        for other in given[name]:
            made = layout.definitions.get(other, ())
            own = memory.roots.get(other) == frozenset({other}) and base(other) == base(name)
            if own and len(made) == 1 and other not in first:
                members = [n for n in order if first[n] == first[name]]
                if all(
                    comes_before(made[0], s, layout) for n in members for s in layout.definitions[n]
                ):
                    first |= dict.fromkeys((*members, other), other)
    return first


def exchanged(names: BufferNames) -> Roots:
    """Return the buffers that elements are written to, and those that they share arrays with."""
    arrays = frozenset(names.found.buffer.values())
    given = {
        first: NONE.union(*(names.roots(renamed_by(s)) for s in names.definitions(first)))
        for first in arrays
    }
    groups = [arrays & {first, *roots} for first, roots in given.items()]
    return connected(arrays & names.written(), groups)


def is_alone(first: str, names: BufferNames) -> bool:
    """Return True if all arrays that a buffer stands for have no other name from there on."""
    for statement in names.definitions(first):
        source = renamed_by(statement)
        if source and names.found.source(source, names.layout) != first:
            given = names.roots(source)
            known = given and not given & {first, *names.memory.parameters}
            if not known or names.others(statement, given):
                return False
    return True


def needed_copies(first: str, names: BufferNames) -> Roots | None:
    """Return the names that need copies before a buffer gets new elements, None if others do.

    None, too, if it is not the same array, or none, that all statements find.
    """
    made = names.definitions(first)
    begun = names.is_begun(first)
    if not begun and beginning(first, names) is None:
        return None
    copies: set[str] = set()
    for statement in made:
        source = copied(getattr(statement, "value", gast.Pass()))
        if begun and statement is made[0] and not renamed_by(statement):
            continue  # what makes the array
        if len(targets(statement)) != 1 or not source or names.kind(source) != names.kind(first):
            return None
        same = renamed_by(statement) and names.found.source(source, names.layout) == first
        if not same and not (begun and statement is made[0]):
            copies |= {second_name(n, first, names) for n in names.others(statement, {first})}
    return None if "" in copies else frozenset(copies)


def beginning(first: str, names: BufferNames) -> tuple[Statement, str] | None:
    """Return before which statement a buffer can be made, and with which shape, if it must be.

    That is so if no statement that binds its names has run before all others.
    """
    if names.is_begun(first):
        return None
    layout, used, made = names.layout, names.used(first), names.definitions(first)
    paths = [layout.path[s] for s in used]
    depth = 0
    while len({path[depth : depth + 1] for path in paths}) == 1 and len(paths[0]) > depth:
        depth += 1
    if len(layout.path[made[0]]) == depth:
        return None
    place = layout.path[made[0]][depth][0]
    if any(layout.order[s] < layout.order[place] for s in used):
        return None
    for statement in made:
        source = copied(getattr(statement, "value", gast.Pass()))
        shape = names.shape.get(source, source)
        if not source:
            continue
        extents = shape.startswith("(")
        kind = (types.float64, shape.count(",") + 1, "C") if extents else names.kind(shape)
        there = all(names.is_there(name, place) for name in named_in(shape))
        if there and is_expressible(shape) and kind == names.kind(first):
            return place, shape
    return None


def second_name(name: str, first: str, names: BufferNames) -> str:
    """Return the name that can have a copy of a buffer, so that another one has it, too, or ""."""
    if name in names.found.buffer:
        return ""
    seen = {name}
    before = renamed(name, names.layout)
    while before and before not in names.found.buffer and before not in seen:
        seen.add(before)
        name, before = before, renamed(before, names.layout)
    if before not in names.found.buffer:
        return ""
    (made,) = names.layout.definitions[name]
    return "" if names.others(made, {first}) else name
