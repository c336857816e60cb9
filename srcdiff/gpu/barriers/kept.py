"""Where a thread keeps what it saves: in an array of its own, or in one that the launch makes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import gast

from srcdiff.gpu.barriers.barriers import is_barrier
from srcdiff.gpu.barriers.rows import grown, rows_of_arrays
from srcdiff.gpu.launch.element_copies import element_copies
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.thread.room import no_room
from srcdiff.gpu.thread.zeros import filled
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    GROWING,
    Block,
    Expression,
    Statement,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    is_tape,
    locate,
    map_blocks,
    mapped,
    members,
    name,
    number,
    of_members,
    path,
    primal,
    tuple_of,
    whole_target,
    with_body,
)

LARGEST_OWN = 1024  # bytes of an array that a thread has for itself
SIZES = {"np.float32": 4, "np.int32": 4, "np.complex64": 8, "np.complex128": 16, "np.bool_": 1}
FLOWS = f"{GROWING}·overflow"  # the parameter that tells of threads that ran out of room


@dataclass(frozen=True)
class Shared:
    """The arrays that the threads of a block share; the block has so many `axes`, and threads."""

    arrays: frozenset[str]
    axes: int
    threads: int = 0

    def has(self, array: str) -> bool:
        """Return True if an array is shared, or the adjoint of one that is."""
        return primal(array) in self.arrays


NOTHING_SHARED = Shared(frozenset(), 0)


@dataclass(frozen=True)
class Room:
    """An array that the launch makes: its parameter, its shape for one thread, its dtype.

    The shape is in terms of the arguments of the kernel.
    """

    name: str
    shape: tuple[Expression, ...]
    dtype: str


@dataclass(frozen=True)
class Kept:
    """A kernel that knows where it keeps what it saves.

    With `may_overflow` it has a parameter that tells of threads that ran out of room.
    """

    tree: gast.FunctionDef
    rooms: tuple[Room, ...]
    may_overflow: bool


def kept(
    tree: gast.FunctionDef,
    known: Known,
    place: Sequence[str],
    iterations: int | None,
    refuse: Callable[[Statement], Exception],
    block: Shared = NOTHING_SHARED,
) -> Kept:
    """Return a kernel without `np.empty` and `np.zeros`.

    `known` is what the launch knows, `place` are the subscripts of a thread in the grid,
    `iterations` is how many rows there are for loops that are not counted before; `refuse` gives
    the error for such a loop where that is None. `block` tells which arrays all threads of a
    block have in common.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(n, i):
    ...     a = np.empty(4)
    ...     b = np.empty((max(n, 0), 2), np.float32)
    ...     a[3] = b[n - 1, 0]
    ... ''')
    >>> known = Known(frozenset({"n"}), {})
    >>> found = kept(tree, known, ["i"], None, lambda s: ValueError())
    >>> print(unparse(found.tree))
    def f(n, i, b):
        a = cuda.local.array(4, np.float64)
        a[3] = b[n - 1, 0, i]
    >>> [(room.name, [unparse(part) for part in room.shape]) for room in found.rooms]
    [('b', ['max(n, 0)', '2'])]
    """
    keeper = _Keeper(tree, known, iterations, refuse, block)
    body = map_blocks(tree.body, keeper.block)
    body = map_blocks(body, lambda part: element_copies(part, keeper.shapes, keeper.naming))
    rooms = {room.name: len(room.shape) for room in keeper.rooms}
    body = [with_place(statement, rooms, place) for statement in body]
    new = [*(room.name for room in keeper.rooms), *([FLOWS] if keeper.flows else [])]
    result = with_body(tree, body)
    result.args = gast.arguments(
        [*tree.args.args, *(gast.Name(n, gast.Param(), None, None) for n in new)],
        *([], None, [], [], None, []),
    )
    return Kept(result, tuple(keeper.rooms), keeper.flows)


class _Keeper:
    """The walk of `kept` over the blocks of a kernel."""

    def __init__(
        self,
        tree: gast.FunctionDef,
        known: Known,
        iterations: int | None,
        refuse: Callable[[Statement], Exception],
        shared: Shared,
    ) -> None:
        self.known = known
        self.naming = Naming(tree)
        self.iterations = iterations
        self.refuse = refuse
        self.shared = shared
        self.lengths = rows_of_arrays(tree.body, known, iterations is None)
        self.subscripts = subscripts_of(tree)
        self.shapes: dict[str, list[Expression]] = {}
        self.rooms: list[Room] = []
        self.flows = False

    def block(self, old: Block) -> Block:
        """Return a block with arrays of threads instead of those of NumPy."""
        new: Block = []
        for statement in old:
            value = getattr(statement, "value", None)
            made = self.alike(value) if isinstance(value, gast.Call) else None
            if made is not None:
                new += self.array(statement, made)
                if dotted(made.func) == "np.zeros":
                    self.fill(whole_target(statement), made.args[0], new)
            elif grown(statement):
                if grown(statement) in self.lengths:
                    continue
                test = gast.Compare(
                    statement.test.left, [gast.Eq()], [constant(self.rows(statement))]
                )
                new.append(self.overflow(test, statement))
            else:
                new.append(statement)
        return new

    def fill(self, array: str, shape: Expression, block: Block) -> None:
        """Append to a block what sets all elements of an array to zero.

        Of arrays that follow each other threads share the work, and wait for each other once.
        """
        if not self.shared.has(array):
            block += filled(array, shape, self.naming)
            return
        if len(block) > 1 and is_barrier(block[-2]):
            block.pop(-2)
        block += filled(array, shape, self.naming, self.shared.axes, self.shared.threads)
        block.append(gast.Expr(call("cuda.syncthreads")))

    def alike(self, made: gast.Call) -> gast.Call | None:
        """Return the call that makes an array, in terms of its shape; None for other calls."""
        if dotted(made.func) in ("np.empty", "np.zeros"):
            return made
        if dotted(made.func) != "np.zeros_like":
            return None
        known: Expression = self.known.values.get(dotted(made.args[0]))
        assert callee_of(known) in ("np.empty", "np.zeros")
        return gast.Call(path("np.zeros"), [clone(part) for part in known.args], [])

    def rows(self, statement: Statement) -> int:
        """Return how many iterations there is room for."""
        if self.iterations is None:
            raise self.refuse(statement)
        return self.iterations

    def overflow(self, test: Expression, place: Statement) -> Statement:
        """Return the statement that ends a thread that has no room for an iteration."""
        told = gast.Expr(call("cuda.atomic.max", name(FLOWS), constant(0), constant(1)))
        self.flows = True
        return locate(gast.If(test, [told, gast.Return(None)], []), place)

    def array(self, statement: Statement, made: gast.Call) -> Block:
        """Return what stands for a statement that makes an array."""
        target = whole_target(statement)
        dtype = dotted(made.args[1]) if len(made.args) > 1 else "np.float64"
        before: Block = []
        shape: list[Expression] = []
        for place, part in enumerate(members(made.args[0])):
            if target.startswith(GROWING) and place == 0:
                rows = self.lengths.get(target)
                shape.append(constant(self.rows(statement)) if rows is None else clone(rows))
                continue
            known = self.known.resolved(part)
            if known is None and place >= self.subscripts.get(target, place + 1):
                raise no_room(statement)  # an extent of an array that is saved
            if known is None:
                known = constant(self.rows(statement))
                more = gast.Compare(clone(part), [gast.Gt()], [clone(known)])
                before.append(self.overflow(more, statement))
            shape.append(known)
        self.shapes[target] = shape
        counts = [number(part) for part in shape]
        size = SIZES.get(dtype, 8) * math.prod(int(count or 0) for count in counts)
        small = size <= LARGEST_OWN or not is_tape(target)
        if small and None not in counts:
            whole = of_members(shape)
            of = "shared" if self.shared.has(target) else "local"
            value = call(f"cuda.{of}.array", whole, path(dtype))
            return [*before, locate(gast.Assign(statement.targets, value, None), statement)]
        self.rooms.append(Room(target, tuple(shape), dtype))
        return before


def subscripts_of(tree: gast.FunctionDef) -> dict[str, int]:
    """Return how many subscripts the arrays of a function have at least.

    What is saved of arrays has fewer than dimensions.
    """
    found: dict[str, int] = {}
    for node in gast.walk(tree):
        if isinstance(node, gast.Subscript) and dotted(node.value):
            count = len(members(node.slice))
            found[dotted(node.value)] = min(count, found.get(dotted(node.value), count))
    return found


def with_place(tree: gast.AST, rooms: Mapping[str, int], place: Sequence[str]) -> gast.AST:
    """Return a tree in which the arrays of the launch have subscripts for the thread, too.

    `rooms` has the numbers of their dimensions for one thread.
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Subscript) and dotted(node.value) in rooms:
            parts = members(node.slice)
            rest = [gast.Slice(None, None, None)] * (rooms[dotted(node.value)] - len(parts))
            index = tuple_of([*parts, *rest, *map(name, place)])
            return gast.copy_location(gast.Subscript(node.value, index, node.ctx), node)
        return mapped(node, change)

    return change(tree)
