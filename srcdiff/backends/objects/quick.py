"""Derivatives for one layout of arguments, and calls of them that take little time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from srcdiff.backends.objects.leaves import source_value, zero_of
from srcdiff.structures.root import Flat
from srcdiff.structures.shapes import LEAF, count
from srcdiff.structures.takers import Build, Take


@dataclass(frozen=True)
class Special:
    """The derivative of the function of leaves, for arguments of one layout.

    `chosen` are the numbers of the leaves that are differentiated, by the argument, or the part
    of it, that was named; `inner` those that the function of leaves reads, in its order.
    """

    derivative: Any
    flat: Flat
    chosen: tuple[tuple[int, ...], ...]
    inner: tuple[int, ...]


@dataclass(frozen=True)
class Quick:
    """The derivative for arguments of one layout, and what takes them apart and together.

    `missing` are the numbers of leaves that are differentiated and not read.
    """

    take: Take
    special: Special
    missing: tuple[int, ...]
    builds: tuple[Build, ...]
    is_single: bool
    with_value: bool

    def call(self, own: list[Any]) -> Any:
        """Return the gradients, perhaps with the value, for some leaves."""
        given = [
            own[s] if type(s) is int else source_value(s, own) for s in self.special.flat.sources
        ]
        found = self.special.derivative(*given)
        value = None
        if self.with_value:
            value, found = found
        if self.missing:
            found = (*found, *(zero_of(own[n]) for n in self.missing))
        if self.is_single:
            gradients = self.builds[0](found)
        else:
            gradients = tuple(build(found) for build in self.builds)
        return (value, gradients) if self.with_value else gradients


def as_leaves(special: Special, found: Any) -> list[Any]:
    """Return the numbers and arrays that a function of leaves has given."""
    shape = special.flat.result.value
    total = count(shape)
    return [found] if shape == LEAF or total == 1 else list(found) if total else []
