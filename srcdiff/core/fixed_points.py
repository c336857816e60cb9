"""What a step does not change any more: sets that grow, or shrink, until they are complete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

T = TypeVar("T")
Names = TypeVar("Names", set[str], frozenset[str])


def settled(value: T, step: Callable[[T], T]) -> T:
    """Return what a step makes of a value again and again, until it changes nothing.

    >>> settled({1, 2, 3, 5}, lambda found: {n for n in found if n == 1 or n - 1 in found})
    {1, 2, 3}
    """
    while True:
        new = step(value)
        if new == value:
            return value
        value = new


def grown(found: Names, more: Callable[[Names], Iterable[str]]) -> Names:
    """Return names with more, and with what these give more, until there is nothing new.

    >>> sorted(grown({"a"}, lambda found: {n + "b" for n in found if len(n) < 3}))
    ['a', 'ab', 'abb']
    """
    return settled(found, lambda known: known.union(more(known)))


def connected(found: Names, groups: Iterable[Collection[str]]) -> Names:
    """Return names with all groups that share a member with them, directly or through others.

    >>> sorted(connected({"a"}, ["bc", "ab", "de"]))
    ['a', 'b', 'c']
    """
    every = list(map(set, groups))
    return grown(found, lambda known: [n for group in every if group & known for n in group])
