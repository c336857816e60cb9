"""Which functions that loops call are better written in the place of their calls.

A pair keeps what it reads of an array that changes as a whole, as nobody knows of a call which
elements it reads and writes: a step that writes the next row of a trajectory keeps all rows, at
each step. In the place of the call its subscripts are those of the loop.
"""

from __future__ import annotations

from dataclasses import dataclass

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import call_of
from srcdiff.differentiate.reverse.calls import Rewritten
from srcdiff.errors import LIBRARY
from srcdiff.program.units.general_form import Where, where_of
from srcdiff.program.units.unit import Unit
from srcdiff.program.units.units import Units
from srcdiff.syntax import Statement, reads


@dataclass(frozen=True)
class Steps:
    """The calls in the loops of a function, as calls of pairs."""

    unit: Unit
    units: Units
    memory: Effects
    layout: Structure
    rewritten: Rewritten

    def in_place(self) -> frozenset[Where]:
        """Return the functions that are better written in the place of their calls.

        That are those which write to arrays of their caller, and save arrays for each call; and
        those for which whole arrays are copied, of which they may read or write a part that an
        index of the loop tells. Without such an index, the arrays are buffers that each call fills.
        """
        found: set[Statement] = set()
        for call in self.unit.calls:
            if self.layout.loops(call) and self.memory.writes[call] and self.saves_arrays(call):
                found.add(call)
        for call, roots in self.rewritten.copied.items():
            near = self.calls_near(call, roots)
            if any(map(self.takes_index, near)) or found.intersection(near):
                found.update(near)
        return frozenset(self.where(call) for call in found if self.is_free(call))

    def calls_near(self, call: Statement, roots: frozenset[str]) -> list[Statement]:
        """Return the calls in the loops around one that read or write to the same arrays."""
        outermost = self.layout.loops(call)[:1]
        return [
            other
            for other in self.unit.calls
            if outermost and outermost == self.layout.loops(other)[:1]
            if roots & (self.memory.reads[other] | self.memory.writes[other])
        ]

    def takes_index(self, call: Statement) -> bool:
        """Return True if an argument is an integer that differs between iterations."""
        loops = self.layout.loops(call)
        made = call_of(call)
        for title in reads(list(made.args)) if made is not None else ():
            bound = self.layout.definitions.get(title, ())
            if isinstance(self.unit.types[title], numba_types.Integer) and any(
                statement in loops or self.layout.loops(statement) for statement in bound
            ):
                return True
        return False

    def saves_arrays(self, call: Statement) -> bool:
        """Return True if the pair of a call saves arrays in each iteration."""
        kinds = [
            kind
            for site in self.rewritten.sites.values()
            if site.origin is call
            for _, kind in site.pair.saved
        ]
        return any(is_array(kind) or isinstance(kind, numba_types.List) for kind in kinds)

    def where(self, call: Statement) -> Where:
        """Return what identifies the function that a statement calls."""
        return where_of(self.units.of[self.unit.calls[call]].core)

    def is_free(self, call: Statement) -> bool:
        """Return True if a function of the user is called that may stand in the place of calls."""
        general = self.units.general
        if general is None or self.units.is_recursive(self.unit.calls[call]):
            return False
        place = self.where(call)
        own = not place[0].startswith(LIBRARY)
        return own and general.may_be_in_place(where_of(self.unit.core), place)
