"""Which arrays a loop goes through slab by slab: each iteration only touches one of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.arrays.affine import Counter
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.core.operations import contents, is_load, is_store, store_target
from srcdiff.syntax import Expression, Statement, dotted, walk_statements


def own_slabs(
    loop: gast.For, memory: Effects, known: Mapping[str, Counter]
) -> Iterator[tuple[str, int]]:
    """Yield the arrays that a loop writes to, of which an iteration only touches its own slab.

    With each, the axis along which the slabs follow each other, one for each value of the counter.

    >>> from srcdiff.syntax import statements
    >>> loop = statements("for i in range(n):\\n  a·i = a[i]\\n  a[i] = a·i / s\\n  b[i] = a[0]")[0]
    >>> roots = {name: frozenset({name}) for name in "ab"}
    >>> nothing = frozenset()
    >>> memory = Effects(roots, {}, {}, nothing, nothing)
    >>> list(own_slabs(loop, memory, {"i": Counter(1, 0)}))
    [('b', 0)]
    """
    counter = known.get(loop.target.id)
    if counter is None or not counter.step or counter.low is None or counter.low < 0:
        return
    inside = list(walk_statements(loop.body))
    written = {dotted(store_target(s).value): None for s in inside if is_store(s)}
    for array in written:
        names = {n for n, roots in memory.roots.items() if roots & memory.roots.get(array, roots)}
        touching = [s for s in inside if not names.isdisjoint(contents(s))]
        places = [place_of(s, array, names) for s in touching]
        axes = [axes_of(place, loop.target.id) for place in places]
        common = set.intersection(*axes) if axes else set()
        if common:
            yield array, min(common)


def place_of(statement: Statement, array: str, names: set[str]) -> Expression | None:
    """Return the subscript by which a statement touches an array; None where it also does else."""
    part = store_target(statement) if is_store(statement) else None
    if is_load(statement) and part is None:
        part = statement.value
    if part is None or dotted(part.value) != array:
        return None
    return part.slice if sum(n in names for n in contents(statement)) == 1 else None


def axes_of(place: Expression | None, counter: str) -> set[int]:
    """Return the axes along which a subscript is a counter."""
    parts = parts_of(place) if place is not None else []
    return {k for k, part in enumerate(parts) if dotted(part) == counter}
