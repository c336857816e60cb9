"""Which adjoints of arrays other threads may add to as well, and how they are then added to.

Only addresses matter: each access of an adjoint stands where the kernel accesses the array. A
kernel without races never writes an element that another thread accesses. So where it writes,
the adjoint is the thread's own; where it only reads, other threads may read as well, unless the
subscripts prove that they do not.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from srcdiff.core.operations import store_target
from srcdiff.differentiate.facts import Facts
from srcdiff.gpu.barriers.barriers import intervals
from srcdiff.gpu.barriers.shared_adds import alone_between_barriers
from srcdiff.gpu.launch.polynomials import OWN, Reader
from srcdiff.gpu.thread.guards import Guards
from srcdiff.gpu.thread.intrinsics import AXES, Place, axes_in
from srcdiff.gpu.thread.races import check_exchange, check_races, check_sum
from srcdiff.gpu.thread.sites import VARYING, Accesses, Site, accesses
from srcdiff.syntax import Statement, dotted, parameters

PLAIN, ATOMIC = "plain", "atomic"
Length = tuple[str, int]  # an array and one of its axes


@dataclass(frozen=True)
class Update:
    """How the adjoint of an array is added to, and why: "plain" or "atomic".

    The array is `alone` if it is only accessed element by element, under its own name. Pairs of
    `lengths`, those of arrays along an axis, have to be the same for that.
    """

    how: str
    why: str
    alone: bool = True
    lengths: tuple[tuple[Length, Length], ...] = ()


ALONE = Update(PLAIN, "no two threads read an element between two barriers", alone=False)
GATHERED = Update(PLAIN, "each thread adds what threads at fixed distances would add")
DECIDED = Update(PLAIN, "the thread whose value is left takes its adjoint", alone=False)
TOGETHER = Update(ATOMIC, "several threads may read an element between two barriers", alone=False)


def ways_to_add(
    facts: Facts,
    places: Mapping[str, Place],
    sums: Container[str],
    shared: Collection[str],
    barriers: Collection[str],
    decided: Collection[str],
    alike: bool,
) -> dict[str, Update]:
    """Return how the adjoint of each array argument of a function of one thread is added to.

    `sums` are the arrays that the kernel adds to by atomic operations, `shared` those that the
    threads of a block share, `barriers` the functions that stand for barriers, `decided` the
    arrays with atomic maxima or minima; with `alike`, arrays may be asked to be of the same length.
    Raises UnsupportedSyntax for races of the kernel itself that can be seen, and for arguments by
    which threads may exchange values at barriers.
    """
    tree, layout, types = facts.core.tree, facts.layout, facts.types
    active = facts.active.names  # writes of other values prove nothing: all threads may write one
    own = parameters(tree)
    reader = Reader(layout, places, frozenset(own), types.ndim)
    found = {n: accesses(n, layout, reader) for n in own if types.is_array(n)}
    axes = frozenset(AXES[axis] for axis in axes_in(places.values()))
    guards = Guards(layout, reader)
    for array, use in found.items():
        if array in sums:
            check_sum(array, use)
        elif array not in decided:
            check_races(array, use, guards, axes)
    plain = {a: use for a, use in found.items() if a not in decided and a not in sums}
    stores = [site for use in plain.values() for site in use.stores]
    stores = [site for site in stores if dotted(site.statement.value) in active]
    proof = Proof(guards, axes, tuple(stores), alike)
    if barriers:
        check_between(plain, proof, intervals(tree.body, barriers))
    ways = {array: proof.update(array, use) for array, use in found.items() if array in active}
    ways |= {array: DECIDED for array in decided if array in active}
    alone = alone_between_barriers(facts, places, shared, barriers, axes)
    for array in sorted(active & set(shared)):
        ways[array] = ALONE if array in alone else TOGETHER
    return ways


def check_between(
    found: Mapping[str, Accesses], proof: Proof, between: Mapping[Statement, int]
) -> None:
    """Refuse arrays by which threads may exchange values at barriers."""
    for array, use in found.items():
        times = {between.get(site.statement) for site in use.elements}
        once = len(times) == 1 and None not in times and not use.others
        if use.stores and not once:
            check_exchange(array, use, proof.differ(use.elements))


@dataclass(frozen=True)
class Proof:
    """What proves that threads access different elements.

    `axes` are those along which threads may differ, `stores` all writes of the kernel; with
    `alike`, arrays may be asked to be of the same length.
    """

    guards: Guards
    axes: frozenset[str]
    stores: tuple[Site, ...]
    alike: bool

    def update(self, array: str, found: Accesses) -> Update:
        """Return how the adjoint of an array with some accesses is added to."""
        if found.others:
            return Update(ATOMIC, "it is passed on, or read in parts", alone=False)
        if not found.loads:
            return Update(PLAIN, "an element belongs to the thread that writes it")
        if self.differ(found.loads):
            return Update(PLAIN, "subscripts differ between threads")
        return self.of_stores(array, found.loads)

    def differ(self, sites: tuple[Site, ...]) -> bool:
        """Return True if no two threads access the same element at some sites."""
        return all(self.along(axis, sites) for axis in self.axes)

    def along(self, axis: str, sites: tuple[Site, ...]) -> bool:
        """Return True if threads that differ along an axis access different elements."""
        if self.at(f"{OWN}place_{axis}", sites):
            return True
        inside, block = f"{OWN}thread_{axis}", f"{OWN}block_{axis}"
        pins = {self.guards.pinned(inside, site.statement) for site in sites}
        pinned = len(pins) == 1 and None not in pins
        return (pinned or self.at(inside, sites)) and self.at(block, sites)

    def at(self, symbol: str, sites: tuple[Site, ...]) -> bool:
        """Return True if one subscript tells the values of a symbol apart, at all sites alike."""
        return any(
            all(self.is_alike(site, position, symbol, sites[0]) for site in sites)
            for position in range(len(sites[0].index))
        )

    def is_alike(self, site: Site, position: int, symbol: str, first: Site) -> bool:
        """Return True if a subscript is that of the first site, and tells a symbol apart."""
        index = site.index[position]
        if index is None or index != first.index[position] or not index.is_known:
            return False
        if not index.terms.get((symbol,)):
            return False
        others = index.symbols - {symbol}
        if others & VARYING:
            return False
        if any(symbol in term and term != (symbol,) for term in index.terms):
            return False
        return self.guards.is_positive(index, site.statement)

    def of_stores(self, array: str, loads: Sequence[Site]) -> Update:
        """Return what follows from writes at the subscripts that an array is read at.

        In a kernel without races no two threads write to one element: so subscripts that an
        element is written at, wherever these elements are read, differ between threads. As negative
        ones count from the end, that tells of elements of another array only if it is as long.
        """
        why = "several threads may read an element"
        for store in self.stores:
            ways = set.intersection(*(self.at_positions(store, load) for load in loads))
            if None in store.index or not ways:
                continue
            lengths = min((self.lengths(array, loads, store, way) for way in ways), key=len)
            written = dotted(store_target(store.statement).value)
            if not lengths or self.alike:
                why = f"`{written}` is written at these subscripts"
                return Update(PLAIN, f"{why}, and as long" if lengths else why, lengths=lengths)
            why = f"subscripts may be negative, and `{written}` has other lengths"
        return Update(ATOMIC, why)

    def lengths(
        self, array: str, loads: Sequence[Site], store: Site, way: Sequence[int]
    ) -> tuple[tuple[Length, Length], ...]:
        """Return the lengths that have to be the same, as subscripts may be negative."""
        written = dotted(store_target(store.statement).value)
        pairs = [((array, axis), (written, own)) for own, axis in enumerate(way)]
        return tuple(
            (read, stored)
            for (read, stored), index in zip(pairs, store.index, strict=True)
            if read != stored
            and not all(
                index is not None and self.guards.is_positive(index, load.statement)
                for load in loads
            )
        )

    def at_positions(self, store: Site, load: Site) -> set[tuple[int, ...]]:
        """Return at which positions of a read the subscripts of a write stand."""
        if not self.guards.layout.dominates(store.statement, load.statement):
            return set()
        ways = permutations(range(len(load.index)), len(store.index))
        return {way for way in ways if [load.index[k] for k in way] == list(store.index)}
