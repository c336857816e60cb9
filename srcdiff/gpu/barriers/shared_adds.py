"""Which adjoints of shared arrays need no atomic additions.

Where threads read elements between two barriers, they add to their adjoints between the mirrored
two. In a kernel without races, an element that a thread writes is not accessed by others before the
next barrier. What several threads only read, several add to, unless the subscripts prove that
they are different elements.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.differentiate.facts import Facts
from srcdiff.gpu.barriers.meetings import Meetings, meetings
from srcdiff.gpu.launch.polynomials import OWN, Polynomial, Reader
from srcdiff.gpu.thread.guards import Guards
from srcdiff.gpu.thread.intrinsics import Place
from srcdiff.gpu.thread.sites import VARYING, Accesses, Site, accesses
from srcdiff.gpu.thread.uniform import Flow
from srcdiff.syntax import Statement, parameters, targets


def alone_between_barriers(
    facts: Facts,
    places: Mapping[str, Place],
    shared: Collection[str],
    stand_ins: Collection[str],
    axes: Collection[str],
) -> frozenset[str]:
    """Return the shared arrays of which no two threads add to one element at the same time.

    `stand_ins` are the functions that stand for barriers, `axes` those along which threads differ.
    """
    layout, tree = facts.layout, facts.core.tree
    met = meetings(tree.body, stand_ins)
    common = common_names(facts, places, met)
    own = frozenset(parameters(tree))
    reader = Reader(layout, places, own, facts.types.ndim, common)
    proof = _Proof(Guards(layout, reader), met, frozenset(axes), common)
    found = set()
    for array in shared:
        use = accesses(array, layout, reader)
        rest = [s for s in use.others if array not in targets(s) and not met.is_barrier(s)]
        if not rest and proof.holds(use):
            found.add(array)
    return frozenset(found)


def common_names(facts: Facts, places: Mapping[str, Place], met: Meetings) -> frozenset[str]:
    """Return the names that are the same for all threads of a block between two barriers.

    Those that are bound in loops without barriers are not: threads may be in other iterations.
    """
    layout = facts.layout
    apart = Flow(facts.core.tree, places).apart
    return frozenset(
        name
        for name, made in layout.definitions.items()
        if name not in apart
        and all(s in met.part for s in made)
        and not any(loop in met.part for s in made for loop in layout.loops(s))
    )


@dataclass(frozen=True)
class _Proof:
    """What proves that no two threads of a block add to one element at the same time."""

    guards: Guards
    met: Meetings
    axes: frozenset[str]
    common: frozenset[str]

    def holds(self, use: Accesses) -> bool:
        """Return True if that is so for an array."""
        loads = [site for site in use.loads if not self.is_own(site, use.stores)]
        return all(self.differ(a, b) for a in loads for b in loads)

    def is_own(self, load: Site, stores: Collection[Site]) -> bool:
        """Return True if the thread writes the element that it reads, before the next barrier."""
        return self.is_plain(load) and any(
            load.index == store.index and self.goes_with(load.statement, store.statement)
            for store in stores
        )

    def goes_with(self, first: Statement, second: Statement) -> bool:
        """Return True if the thread of one statement runs the other, without a barrier between."""
        layout = self.guards.layout
        order, part = layout.order, self.met.part
        left = any(
            isinstance(s, (gast.Break, gast.Continue)) and order[first] < order[s] < order[second]
            for s in order
        )
        return (
            layout.path[first] == layout.path[second] and part[first] == part[second] and not left
        )

    def is_plain(self, site: Site) -> bool:
        """Return True if the subscripts of an access are known, and stay as they are nearby."""
        return all(i is not None and i.is_known and self.stays(i, site) for i in site.index)

    def stays(self, index: Polynomial, site: Site) -> bool:
        """Return True if a subscript is the same for all threads in the part of an access.

        Variables must not change there before the access, or come again with other values.
        """
        layout, part = self.guards.layout, self.met.part[site.statement]
        changing = index.symbols & self.common
        if changing and (part, part) in self.met.pairs:
            return False
        order = layout.order
        for name in changing:
            made = layout.definitions[name]
            near: list[Statement] = [s for s in made if self.met.part.get(s) == part]
            if len(made) > 1 and any(order[s] < order[site.statement] for s in near):
                return False
        return True

    def differ(self, first: Site, second: Site) -> bool:
        """Return True if two threads never access one element at the same time."""
        if not self.met.at_once(first.statement, second.statement):
            return True
        if self.is_one_thread(first, second):
            return True
        same = self.met.part[first.statement] == self.met.part[second.statement]
        if first.index != second.index or not (self.is_plain(first) and self.is_plain(second)):
            return False
        return same and all(self.tells_apart(first, second, axis) for axis in self.axes)

    def is_one_thread(self, first: Site, second: Site) -> bool:
        """Return True if it is one and the same thread of a block that gets to both places."""
        for axis in self.axes:
            pins = {self.guards.pinned(f"{OWN}thread_{axis}", s.statement) for s in (first, second)}
            if len(pins) != 1 or None in pins:
                return False
        return True

    def tells_apart(self, first: Site, second: Site, axis: str) -> bool:
        """Return True if a subscript differs between threads that differ along an axis."""
        for index in first.index:
            assert index is not None
            for word in ("place", "thread"):
                symbol = f"{OWN}{word}_{axis}"
                rest = (index.symbols - {symbol}) & VARYING
                once = [term for term in index.terms if symbol in term] == [(symbol,)]
                if once and not rest and self.is_positive(index, first, second):
                    return True
        return False

    def is_positive(self, index: Polynomial, first: Site, second: Site) -> bool:
        """Return True if a subscript is not negative at two places."""
        return all(self.guards.is_positive(index, s.statement) for s in (first, second))
