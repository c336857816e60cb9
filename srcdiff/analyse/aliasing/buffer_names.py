"""The names that may have one array, the memory that they stand for, and what is read later."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.flow.liveness import Liveness
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import is_empty
from srcdiff.syntax import Statement, dotted, targets


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


@dataclass(frozen=True)
class BufferNames:
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
