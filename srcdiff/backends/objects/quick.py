"""Derivatives for one layout of arguments, and calls of them that take little time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from srcdiff.backends.objects.answers import answer
from srcdiff.backends.objects.leaves import source_value, zero_of
from srcdiff.front.options import Asked
from srcdiff.structures.root import Flat
from srcdiff.structures.shapes import LEAF, Shape, count
from srcdiff.structures.takers import Build, Take


@dataclass(frozen=True)
class Special:
    """The derivative of the function of leaves, for arguments of one layout.

    `chosen` are the numbers of the leaves that are differentiated, by the argument, or the part
    of it, that was named; `inner` those that the function of leaves reads, in its order. `others`
    is the form of what it returns beside its value.
    """

    derivative: Any
    flat: Flat
    chosen: tuple[tuple[int, ...], ...]
    inner: tuple[int, ...]
    others: Shape = LEAF


@dataclass(frozen=True)
class Quick:
    """The derivative for arguments of one layout, and what takes them apart and together.

    `missing` are the numbers of leaves that are differentiated and not read.
    """

    take: Take
    special: Special
    missing: tuple[int, ...]
    builds: tuple[Build, ...]
    asked: Asked

    def call(self, own: list[Any]) -> Any:
        """Return the gradients, perhaps with the value, for some leaves."""
        given = [
            own[s] if type(s) is int else source_value(s, own) for s in self.special.flat.sources
        ]
        found = self.special.derivative(*given)
        return answer(self.asked, self.special.others, found, lambda f: self.together(f, own))

    def together(self, found: tuple[Any, ...], own: list[Any]) -> Any:
        """Return the gradients in the form of what they are of."""
        if self.missing:
            found = (*found, *(zero_of(own[n]) for n in self.missing))
        if self.asked.single:
            return self.builds[0](found)
        return tuple(build(found) for build in self.builds)


def as_leaves(special: Special, found: Any) -> list[Any]:
    """Return the numbers and arrays that a function of leaves has given."""
    shape = special.flat.result.value
    total = count(shape)
    return [found] if shape == LEAF or total == 1 else list(found) if total else []
