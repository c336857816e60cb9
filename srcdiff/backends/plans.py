"""What a launch of an adjoint does, found once for arguments of some types and shapes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import gast
import numpy as np

from srcdiff.backends.arrays import check_extents, described, is_array
from srcdiff.backends.launch import Launch, Sizes, covers, value_of
from srcdiff.gpu.launch.module import WrittenKernel
from srcdiff.gpu.launch.request import KernelRequest
from srcdiff.gpu.thread.intrinsics import axes_in
from srcdiff.syntax import Expression, adjoint

PARTS = 1024  # of a sum that many blocks add to
MANY = 4096  # blocks from which on they add to parts: at a single place they would wait


@dataclass(frozen=True)
class NewArray:
    """An array that a launch makes: its shape and its dtype."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


@dataclass(frozen=True)
class Plan:
    """What a launch does with its arguments, which are told by their places.

    `alone` are the adjoints among the arrays, and those that the kernel writes to; `spans` tells
    where each array begins and ends, from the address of its first element. `cleared` are the
    adjoints that are set to zero before, `summed` those that many blocks add to. `lasts` tells
    whether the plan holds for all arguments with the same signature.
    """

    written: WrittenKernel
    module: ModuleType
    names: tuple[str, ...]
    alone: tuple[int, ...]
    spans: Mapping[int, tuple[int, int]]
    cleared: tuple[int, ...]
    summed: Mapping[int, NewArray]
    rooms: tuple[NewArray, ...]
    lasts: bool

    def check_apart(self, arguments: Sequence[Any]) -> None:
        """Refuse arrays that share memory with others, if they are adjoints or are written to."""
        found = {}
        for place, (begin, end) in self.spans.items():
            address = described(arguments[place]).address
            found[self.names[place]] = address + begin, address + end
        check_extents(found, [self.names[place] for place in self.alone])


def plan(
    written: WrittenKernel,
    module: ModuleType,
    asked: KernelRequest,
    own: Mapping[str, Any],
    shadows: Mapping[str, Any],
    launch: Launch,
) -> Plan:
    """Return what a launch does with the arguments of a kernel, and with their adjoints."""
    known = known_to(own)
    values = [value for n in own for value in ((own[n], shadows[n]) if n in shadows else (own[n],))]
    names = [word for n in own for word in ((n, f"d_{n}") if n in shadows else (n,))]
    place = {word: k for k, word in enumerate(names)}
    spans = {k: described(v).span for k, v in enumerate(values) if is_array(v)}
    kept = asked.outputs if not asked.accumulate else shadows
    cleared = [n for n in shadows if n not in kept and not is_covered(written, n, known, launch)]
    numbers = {n: v for n, v in shadows.items() if not is_array(own[n])}
    summed = numbers if launch.blocks > MANY else {}
    read = names_in(room.shape for room in written.rooms)
    read |= names_in(side.bounds for sides in written.covered.values() for side in sides)
    read |= names_in([[size for _, size in written.sizes]])
    alone = [*(f"d_{n}" for n in shadows), *written.written]
    return Plan(
        written,
        module,
        tuple(names),
        tuple(place[n] for n in alone if place[n] in spans),
        spans,
        tuple(place[f"d_{n}"] for n in cleared),
        {place[f"d_{n}"]: NewArray((PARTS,), described(v).dtype) for n, v in summed.items()},
        tuple(room_for(room, written, known, launch) for room in written.rooms),
        not any(isinstance(own.get(n), (float, np.floating)) for n in read),
    )


def known_to(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a kernel, for arrays what a launch has to know of their lengths."""
    return {n: Sizes(described(v).shape) if is_array(v) else v for n, v in own.items()}


def is_covered(
    written: WrittenKernel, parameter: str, known: Mapping[str, Any], launch: Launch
) -> bool:
    """Return True if a launch assigns all elements of an adjoint."""
    sides = written.covered.get(adjoint(parameter), ())
    return bool(sides) and covers(sides, known[parameter], known, launch)


def room_for(
    room: Any, written: WrittenKernel, known: Mapping[str, Any], launch: Launch
) -> NewArray:
    """Return the array for what the threads of a launch save."""
    own = [value_of(part, known) for part in room.shape]
    count = max(axes_in(written.per_thread.places.values()), default=-1) + 1
    threads = [launch.total(axis) for axis in reversed(range(count))]
    return NewArray((*own, *threads), np.dtype(room.dtype.removeprefix("np.").strip("_")))


def names_in(groups: Iterable[Iterable[Expression]]) -> set[str]:
    """Return the names in expressions."""
    nodes = (node for group in groups for tree in group for node in gast.walk(tree))
    return {node.id for node in nodes if isinstance(node, gast.Name)}
