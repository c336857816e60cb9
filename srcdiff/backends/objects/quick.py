"""Derivatives for one layout of arguments, and calls of them that take little time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from srcdiff.backends.objects.answers import answer
from srcdiff.backends.objects.leaves import source_value, tangent_leaves, zero_of
from srcdiff.front.door import leave
from srcdiff.front.options import Asked
from srcdiff.structures.layouts import Layout
from srcdiff.structures.rebuilt import flattened, of_shape
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

    def run(self, *given: Any) -> Any:
        """Return what the derivative gives for some leaves and what follows them."""
        try:
            return self.derivative(*given)
        except Exception as error:  # of compiled code, which does not look like one of srcdiff then
            leave(error)
            raise


@dataclass(frozen=True)
class Direction:
    """What takes the tangent of an argument apart, of which some leaves have a tangent."""

    layout: Layout
    first: int
    numbers: tuple[int, ...]
    take: Take | None = None

    def tangents(self, value: Any) -> dict[int, Any]:
        """Return the tangents of leaves by their numbers."""
        own = None if self.take is None else self.take((value,))
        if own is None:  # of another form, which may still do
            own = list(tangent_leaves(self.layout, value))
        return {n: own[n - self.first] for n in self.numbers}


@dataclass(frozen=True)
class Quick:
    """The derivative for arguments of one layout, and what takes them apart and together.

    `missing` are the numbers of leaves that are differentiated and not read. In forward mode
    `directions` take tangents apart, for each argument that was named.
    """

    take: Take
    arguments: int
    special: Special
    missing: tuple[int, ...]
    builds: tuple[Build, ...]
    asked: Asked
    directions: tuple[Direction, ...] = ()

    def split(self, values: tuple[Any, ...]) -> tuple[list[Any] | None, tuple[Any, ...]]:
        """Return the leaves of the arguments of a product, and the cotangent or tangents."""
        return self.take(values[: self.arguments]), values[self.arguments :]

    def call(self, own: list[Any], others: tuple[Any, ...] = ()) -> Any:
        """Return what was asked for, for some leaves; `others` are cotangents and tangents."""
        given = [
            own[s] if type(s) is int else source_value(s, own) for s in self.special.flat.sources
        ]
        if self.asked.kind == "jvp":
            tangents = self.tangents(others)
            given += (tangents[n] for n in self.special.inner)
        elif self.asked.kind == "vjp":
            given += cotangent(self.special, others)
        try:  # as `Special.run` does, whose call would take a tenth of the time
            found = self.special.derivative(*given)
        except Exception as error:
            leave(error)
            raise
        if self.asked.kind == "jvp":
            return with_tangent(self.special, found)
        return answer(self.asked, self.special.others, found, lambda f: self.together(f, own))

    def tangents(self, others: tuple[Any, ...]) -> dict[int, Any]:
        """Return the tangents of leaves by their numbers."""
        found: dict[int, Any] = {}
        for direction, value in zip(self.directions, others, strict=True):
            found |= direction.tangents(value)
        return found

    def together(self, found: tuple[Any, ...], own: list[Any]) -> Any:
        """Return the gradients in the form of what they are of."""
        if self.missing:
            found = (*found, *(zero_of(own[n]) for n in self.missing))
        if self.asked.single:
            return self.builds[0](found)
        return tuple(build(found) for build in self.builds)


def cotangent(special: Special, others: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the cotangent of a function of leaves, none for one that returns nothing."""
    if not others or special.flat.result.value == LEAF:
        return others
    found = flattened(others[0], special.flat.result.value)
    return (found[0] if len(found) == 1 else tuple(found),)


def with_tangent(special: Special, both: tuple[Any, Any]) -> Any:
    """Return the value and the tangent of the result, for those of the function of leaves."""
    value, found = both
    shape = special.flat.result.value
    if shape == LEAF:
        return value, found
    return (
        of_shape(shape, as_leaves(special, value)),
        of_shape(shape, as_leaves(special, found), is_tangent=True),
    )


def as_leaves(special: Special, found: Any) -> list[Any]:
    """Return the numbers and arrays that a function of leaves has given."""
    shape = special.flat.result.value
    total = count(shape)
    return [found] if shape == LEAF or total == 1 else list(found) if total else []
