"""Where the statements of a block read, bind and change what: found by name, without a search."""

from __future__ import annotations

import functools
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator

import gast

from srcdiff.optimise.dataflow.moves import Known, blocks_of, callee, spoils, writes_of
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    dotted,
    names_in,
    own_part,
    walk,
    walk_statements,
    writes,
)


class BlockIndex:
    """The statements of a block, which may be replaced, and where names are read and bound.

    >>> from srcdiff.syntax import statements
    >>> known = Known(lambda n: True, lambda n: n == "x", lambda n: False, lambda n: True)
    >>> block = statements("a = b\\nx[0] = a\\nc = a * b")
    >>> found = BlockIndex(block, known, spoilers(known))
    >>> found.readers("a", 0), found.binds({"c"}, 0, 2), found.spoiled({"x"}, 0, 2)
    ([1, 2], False, True)
    """

    def __init__(self, block: Block, known: Known, may_spoil: Callable[[Statement], bool]) -> None:
        self.block = list(block)
        self.known = known
        self.may_spoil = may_spoil  # as of `spoilers`
        self.read: dict[str, list[int]] = {}
        self.bound: dict[str, list[int]] = {}  # compound statements bind what their blocks do
        self.spoilers: list[int] = []  # what may change elements of some array
        for place, statement in enumerate(block):
            self.enter(place)
            inner = blocks(statement)
            for name in writes(blocks_of(statement)) if inner else set(writes_of(statement)):
                self.bound.setdefault(name, []).append(place)

    def enter(self, place: int) -> None:
        """Note what a statement reads, and whether it may change elements of an array."""
        statement = self.block[place]
        for name in names_in(statement)[0]:
            add(self.read.setdefault(name, []), place)
        if self.may_spoil(statement):
            add(self.spoilers, place)

    def replace(self, place: int, statement: Statement) -> None:
        """Put another statement in the place of one; it binds the same names."""
        self.block[place] = statement
        self.enter(place)

    def readers(self, name: str, place: int) -> list[int]:
        """Return the places behind another one where a name is read."""
        places = self.read.get(name, [])
        found = places[bisect_right(places, place) :]
        return [p for p in found if name in names_in(self.block[p])[0]]

    def binds(self, names: Iterable[str], first: int, last: int) -> bool:
        """Return True if a statement between two others binds one of some names."""
        return any(any(between(self.bound.get(name, []), first, last)) for name in names)

    def spoiled(self, arrays: set[str], first: int, last: int) -> bool:
        """Return True if a statement between two others may change elements of some arrays."""
        return bool(arrays) and any(
            spoils(inner, arrays, self.known)
            for place in between(self.spoilers, first, last)
            for inner in simple_statements(self.block[place])
        )


def add(places: list[int], place: int) -> None:
    """Add a place to some in order, unless it is there."""
    if not places or places[-1] < place:
        places.append(place)
    elif places[bisect_left(places, place)] != place:
        insort(places, place)


def between(places: list[int], first: int, last: int) -> Iterator[int]:
    """Yield those of some places, in order, that are between two others."""
    return iter(places[bisect_right(places, first) : bisect_left(places, last)])


def simple_statements(statement: Statement) -> Iterator[Statement]:
    """Return what a statement does one after the other: itself, or what stands in its blocks."""
    return walk_statements(blocks_of(statement) if blocks(statement) else [statement])


def spoilers(known: Known) -> Callable[[Statement], bool]:
    """Return the function that is true for statements that may change elements of some array."""

    @functools.cache
    def may_spoil(statement: Statement) -> bool:
        inner = blocks(statement)
        own = own_part(statement) if inner else statement
        if any(may_spoil(s) for part in inner for s in part):
            return True
        store = getattr(statement, "target", None)
        if isinstance(statement, gast.Assign):
            store = statement.targets[0]
        if isinstance(store, gast.Subscript):
            return True
        if isinstance(statement, gast.AugAssign) and known.is_array(dotted(statement.target)):
            return True
        calls = (node for node in walk(own) if isinstance(node, gast.Call))
        return any(not known.is_pure(callee(node)) for node in calls)

    return may_spoil
