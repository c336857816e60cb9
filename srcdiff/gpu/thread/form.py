"""What one thread does becomes a kernel: it asks for its place, and knows where to keep values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import gast

from srcdiff.gpu.barriers.kept import Room, Shared, kept
from srcdiff.gpu.barriers.rerun import Context
from srcdiff.gpu.barriers.snapshots import Segmented, snapshots
from srcdiff.gpu.coarsen.coarsened import Coarse, coarsened
from srcdiff.gpu.coarsen.register_accumulation import held
from srcdiff.gpu.gather.assigned import Side, assigned
from srcdiff.gpu.gather.atomics import atomics, own_arrays_of
from srcdiff.gpu.gather.cleared_last import cleared_last
from srcdiff.gpu.gather.uncleared import uncleared
from srcdiff.gpu.gather.writes import ATOMIC, Update
from srcdiff.gpu.launch.launched import Known, known_to
from srcdiff.gpu.launch.program import is_whole, kind_of, uncounted
from srcdiff.gpu.thread.intrinsics import PLACES, axes_in
from srcdiff.gpu.thread.literals import literals
from srcdiff.gpu.thread.loaded_first import loaded_first
from srcdiff.gpu.thread.natural import natural
from srcdiff.gpu.thread.room import check_room
from srcdiff.gpu.thread.thread import OneThread
from srcdiff.gpu.thread.threads import Bound, PerThread
from srcdiff.optimise.arithmetic.reciprocals import reciprocals
from srcdiff.syntax import (
    Statement,
    adjoint,
    all_names,
    assign,
    clone,
    expression,
    fresh,
    is_adjoint,
    parameters,
    primal,
    reads,
    unpack,
    with_body,
)


@dataclass(frozen=True)
class Kernel:
    """A kernel, and what its launch has to do.

    `rooms` are the arrays that it has to make, which follow the arguments; with `may_overflow` one
    more tells of threads that ran out of room. `covered` tells of adjoints that are assigned which
    elements are, `cut` which loops have snapshots, `coarse` how threads take several places, None
    for one each.
    """

    tree: gast.FunctionDef
    rooms: tuple[Room, ...]
    may_overflow: bool
    covered: Mapping[str, tuple[Side, ...]]
    cut: Segmented
    coarse: Coarse | None


def as_kernel(
    tree: gast.FunctionDef, thread: OneThread, how: Mapping[str, Update], places: int = 1
) -> Kernel:
    """Return a kernel for what one thread does; `how` tells how adjoints are added to.

    A thread takes so many `places`, if these share what they read.
    """
    # one function: the passes of a kernel in their order, each with what it needs
    asked, found, symbols = thread.asked, thread.found, thread.symbols
    arguments = set(parameters(tree)) - found.places.keys()
    known = known_to(tree, arguments, thread.program.units.constants)
    alone = {adjoint(array) for array, update in how.items() if update.alone}
    own = {adjoint(array) for array, update in how.items() if update.how != ATOMIC}
    own |= own_arrays_of(tree) - thread.shared - {*map(adjoint, thread.shared)}
    own -= thread.sums
    tree = held(tree, alone.__contains__)
    tree = atomics(tree, lambda a: a in thread.sums or (is_adjoint(a) and a not in own))
    inputs = {adjoint(p) for p in asked.wrt if p in how and p not in asked.outputs}
    once = assigned(tree, set() if asked.accumulate else inputs & alone & own, found.places, known)
    found = with_grid(found, asked.cuda, all_names(tree))
    block = Shared(thread.shared, asked.axes, asked.block)
    cut = Segmented(once.tree, {}, {}, {})
    if asked.snapshots:
        cut = snapshots(once.tree, context_of(thread, known))
    rooms = kept(cut.tree, known, place_of(found), asked.iterations, uncounted, block)
    check_room(rooms.tree)
    tree = literals(reciprocals(rooms.tree), lambda part: kind_of(part, symbols), symbols.is_new)

    def rank(array: str) -> int:
        own = primal(array)
        return symbols.types.ndim(own) if own in arguments else 0

    tree = cleared_last(tree, rank)
    tree = tree if asked.clear else uncleared(tree, set(map(adjoint, asked.outputs)), rank)
    tree = natural(loaded_first(tree, rank), place_of(found), found.places)
    grid = {n: found.places[n].axis for n in place_of(found)}
    alike = max(grid.values(), default=0) == asked.axes - 1 and found.places.keys() == grid.keys()
    together = thread.shared or thread.extremes or thread.shuffles
    coarse = None
    if places > 1 and alike and not together:
        whole = partial(is_whole, symbols=symbols)
        coarse = coarsened(tree, grid, places, known, whole, rank)
    if coarse is not None:
        tree, found = loaded_first(coarse.tree, rank), renamed(found, {coarse.place: coarse.first})
    tree = with_places(tree, found)
    return Kernel(tree, rooms.rooms, rooms.may_overflow, once.covered, cut, coarse)


def context_of(thread: OneThread, known: Known) -> Context:
    """Return what is known of a kernel whose loops may run again."""
    program = thread.program
    private = {n for extreme in thread.extremes for n in (extreme.last, extreme.taken)}
    readers = {
        title
        for (key, _), pair in program.pairs.items()
        if not program.units.summary(key).writes
        for title in (pair.aug, pair.rev)
    }
    joint = program.shuffles.keys() | program.deciders
    return Context(known, thread.symbols, thread.shared, private, joint, readers)


def place_of(found: PerThread) -> list[str]:
    """Return the names of the place of a thread in the grid, the slowest axis first."""
    places = {n: place for n, place in found.places.items() if place.of == "grid"}
    by_axis = {place.axis: n for n, place in places.items()}
    return [by_axis[axis] for axis in sorted(by_axis, reverse=True)]


def with_grid(found: PerThread, cuda: str, taken: set[str]) -> PerThread:
    """Return a kernel with names for the place of a thread along all axes that it asks for."""
    count = max(axes_in(found.places.values()), default=-1) + 1
    if len(place_of(found)) == count:
        return found
    places = PLACES[f"grid({count})"]
    names = tuple(fresh(place.word, taken) for place in places)
    grid = Bound(names, expression(f"{cuda}.grid({count})"), places)
    return replace(found, bound=(*found.bound, grid))


def renamed(found: PerThread, names: Mapping[str, str]) -> PerThread:
    """Return a kernel with other names for the places of a thread."""
    bound = [replace(b, names=tuple(names.get(n, n) for n in b.names)) for b in found.bound]
    return replace(found, bound=tuple(bound))


def with_places(tree: gast.FunctionDef, found: PerThread) -> gast.FunctionDef:
    """Return a kernel that asks for the place of its thread."""
    used = reads(tree.body)
    first = [bound(part) for part in found.bound if used & set(part.names)]
    left = [a for a in tree.args.args if a.id not in found.places]
    result = with_body(tree, first + tree.body)
    result.args = gast.arguments(left, [], None, [], [], None, [])
    return result


def bound(part: Bound) -> Statement:
    """Return the statement that binds names to the place of a thread."""
    if len(part.names) == 1:
        return assign(part.names[0], clone(part.value))
    return unpack(part.names, clone(part.value))
