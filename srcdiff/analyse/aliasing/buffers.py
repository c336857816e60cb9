"""Variables whose arrays may as well be one array that gets new elements.

A variable that is bound to another array here and there, as by `a, b = b, a` under a condition,
names several arrays. Where nobody else has a name for the array that it gives up, or for the one
that it gets, nothing changes if it keeps its array and gets the other's elements.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.arrays.slice_shapes import is_expressible, named_in
from srcdiff.analyse.flow.liveness import Liveness, elements_read, liveness
from srcdiff.analyse.flow.structure import Structure, copied
from srcdiff.analyse.types.types import is_empty, types
from srcdiff.syntax import Block, Statement, base, dotted, targets


@dataclass(frozen=True)
class Buffers:
    """Names that can have one array, and names that need a copy of one.

    `buffer` has, for each of the first, the one of them that is bound before the others; `apart`
    those of these whose array has another name at first, so that they begin with a copy. Arrays
    that only branches make are in `empty`: with the statement before which they can be made, and
    how their shape is called (array_shapes.py).
    """

    buffer: Mapping[str, str]
    copies: Roots = NONE
    apart: Roots = NONE
    empty: Mapping[str, tuple[Statement, str]] = field(default_factory=dict)

    def source(self, name: str, layout: Structure) -> str:
        """Return the name of which a name is another one, as far back as is certain."""
        seen: set[str] = set()  # `m = m` stands where no path has bound `m`
        while name not in self.buffer and name not in self.copies and name not in seen:
            seen.add(name)
            name = renamed(name, layout) or name
        return self.buffer.get(name, name)


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
        names = _Names(found, layout, live, memory, kind, shape, several)
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


@dataclass(frozen=True)
class _Names:
    """The names of a function, the memory that they stand for, and what is read later."""

    found: Buffers
    layout: Structure
    live: Liveness
    memory: Effects
    kind: Callable[[str], object]
    shape: Mapping[str, str]
    several: Roots

    def roots(self, name: str) -> Roots:
        """Return the memory that a name stands for."""
        return frozenset(self.found.buffer.get(r, r) for r in self.memory.roots.get(name, NONE))

    def written(self) -> Roots:
        """Return the buffers that elements are written to through a name of several arrays."""
        stored = self.memory.stored() & self.several & self.found.buffer.keys()
        return frozenset(self.found.buffer[name] for name in stored)

    def others(self, statement: Statement, memory: Collection[str]) -> list[str]:
        """Return the names of some memory that are read later, but for what a statement binds."""
        later = sorted(self.live.after[statement] - set(targets(statement)))
        return [name for name in later if self.roots(name) & set(memory)]

    def definitions(self, first: str) -> list[Statement]:
        """Return the statements that bind the names of a buffer, in order."""
        names = [name for name, other in self.found.buffer.items() if other == first]
        made = {s for name in names for s in self.layout.definitions[name]}
        return sorted(made, key=self.layout.order.__getitem__)

    def used(self, first: str) -> list[Statement]:
        """Return the statements that bind or read the names of a buffer."""
        names = [name for name, other in self.found.buffer.items() if other == first]
        readers = [s for name in names for s in self.layout.readers.get(name, ())]
        return [*self.definitions(first), *readers]

    def is_begun(self, first: str) -> bool:
        """Return True if the first binding of a buffer is to an array of its shape."""
        made = self.definitions(first)[0]
        before = all(comes_before(made, s, self.layout) for s in self.used(first))
        return before and not is_empty(made.value)

    def is_there(self, name: str, place: Statement) -> bool:
        """Return True if a name has its only value at a place."""
        made = self.layout.definitions.get(name, ())
        single = self.layout.is_single(name)
        return single and all(comes_before(s, place, self.layout) for s in made)

    def begins_shared(self, first: str) -> bool:
        """Return True if a buffer begins with the memory of another one, or of a diagonal.

        NumPy lets nobody write to the diagonal of a matrix.
        """
        source = renamed_by(self.definitions(first)[0])
        if source and any(map(makes_diagonal, self.layout.definitions.get(source, ()))):
            return True
        return bool(self.roots(source) & set(self.found.buffer.values()))


def makes_diagonal(statement: Statement) -> bool:
    """Return True if a statement takes the diagonal of a matrix."""
    value = getattr(statement, "value", None)
    return isinstance(value, gast.Call) and dotted(value.func) == "np.diag"


def exchanged(names: _Names) -> Roots:
    """Return the buffers that elements are written to, and those that they share arrays with."""
    arrays = frozenset(names.found.buffer.values())
    found = arrays & names.written()
    while True:
        new = found
        for first in arrays:
            given = NONE.union(*(names.roots(renamed_by(s)) for s in names.definitions(first)))
            if (given | {first}) & found:
                new |= {first, *given} & arrays
        if new == found:
            return found
        found = new


def is_alone(first: str, names: _Names) -> bool:
    """Return True if all arrays that a buffer stands for have no other name from there on."""
    for statement in names.definitions(first):
        source = renamed_by(statement)
        if source and names.found.source(source, names.layout) != first:
            given = names.roots(source)
            known = given and not given & {first, *names.memory.parameters}
            if not known or names.others(statement, given):
                return False
    return True


def needed_copies(first: str, names: _Names) -> Roots | None:
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


def beginning(first: str, names: _Names) -> tuple[Statement, str] | None:
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


def second_name(name: str, first: str, names: _Names) -> str:
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


def comes_before(first: Statement, second: Statement, layout: Structure) -> bool:
    """Return True if a statement has run before another one, or is that."""
    return layout.order[first] <= layout.order[second] and layout.dominates(first, second)


def renamed(name: str, layout: Structure) -> str:
    """Return the name of which a name that is bound once is another one, or ""."""
    made = layout.definitions.get(name, ())
    return renamed_by(made[0]) if len(made) == 1 else ""


def renamed_by(statement: Statement) -> str:
    """Return the name to which a statement gives another one, or ""."""
    value = getattr(statement, "value", None)
    if isinstance(value, gast.Name) and len(targets(statement)) == 1:
        return str(value.id)
    return ""
