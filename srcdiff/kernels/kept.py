"""Where a thread keeps what it saves: in an array of its own, or in one that the launch makes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import gast

from srcdiff.kernels.launched import resolved, single_values
from srcdiff.normalise.naming import Naming
from srcdiff.syntax import (
    GROWING,
    Block,
    Expression,
    Statement,
    assign,
    call,
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
    path,
    targets,
    tuple_of,
    whole_target,
    with_body,
)

LARGEST_OWN = 1024  # bytes of an array that a thread has for itself
SIZES = {"np.float32": 4, "np.int32": 4, "np.complex64": 8, "np.complex128": 16, "np.bool_": 1}
FLOWS = f"{GROWING}·overflow"  # the parameter that tells of threads that ran out of room


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
    arguments: frozenset[str],
    place: Sequence[str],
    iterations: int | None,
    refuse: Callable[[Statement], Exception],
) -> Kept:
    """Return a kernel without `np.empty` and `np.zeros`.

    `arguments` are the parameters that the launch knows, `place` the subscripts of a thread in
    the grid, `iterations` how many rows there are for loops that are not counted before;
    `refuse` gives the error for such a loop where that is None.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(n, i):
    ...     a = np.empty(4)
    ...     b = np.empty((max(n, 0), 2), np.float32)
    ...     a[3] = b[n - 1, 0]
    ... ''')
    >>> found = kept(tree, frozenset({"n"}), ["i"], None, lambda s: ValueError())
    >>> print(unparse(found.tree))
    def f(n, i, b):
        a = cuda.local.array(4, np.float64)
        a[3] = b[n - 1, 0, i]
    >>> [(room.name, [unparse(part) for part in room.shape]) for room in found.rooms]
    [('b', ['max(n, 0)', '2'])]
    """
    keeper = _Keeper(tree, arguments, iterations, refuse)
    body = map_blocks(tree.body, keeper.block)
    rooms = {room.name for room in keeper.rooms}
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
        arguments: frozenset[str],
        iterations: int | None,
        refuse: Callable[[Statement], Exception],
    ) -> None:
        self.values = single_values(tree)
        self.naming = Naming(tree)
        self.arguments = arguments
        self.iterations = iterations
        self.refuse = refuse
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
                    new += filled(whole_target(statement), made.args[0], self.naming)
            elif grown(statement):
                test = gast.Compare(
                    statement.test.left, [gast.Eq()], [constant(self.rows(statement))]
                )
                new.append(self.overflow(test, statement))
            else:
                new.append(statement)
        return new

    def alike(self, made: gast.Call) -> gast.Call | None:
        """Return the call that makes an array, in terms of its shape; None for other calls."""
        if dotted(made.func) in ("np.empty", "np.zeros"):
            return made
        if dotted(made.func) != "np.zeros_like":
            return None
        known = self.values.get(dotted(made.args[0]))
        assert isinstance(known, gast.Call) and dotted(known.func) in ("np.empty", "np.zeros")
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
                shape.append(constant(self.rows(statement)))
                continue
            known = resolved(part, self.values, self.arguments)
            if known is None:
                known = constant(self.rows(statement))
                more = gast.Compare(clone(part), [gast.Gt()], [clone(known)])
                before.append(self.overflow(more, statement))
            shape.append(known)
        counts = [number(part) for part in shape]
        size = SIZES.get(dtype, 8) * math.prod(int(count or 0) for count in counts)
        small = size <= LARGEST_OWN or not is_tape(target)
        if small and None not in counts:
            whole = shape[0] if len(shape) == 1 else tuple_of(shape)
            value = call("cuda.local.array", whole, path(dtype))
            return [*before, locate(gast.Assign(statement.targets, value, None), statement)]
        self.rooms.append(Room(target, tuple(shape), dtype))
        return before


def filled(array: str, shape: Expression, naming: Naming) -> Block:
    """Return the loops that set all elements of an array to zero.

    >>> from srcdiff.syntax import expression, unparse
    >>> shape = expression("(2, n)")
    >>> print(unparse(filled("a", shape, Naming(shape))[0]))
    for for·i in range(2):
        for for·j in range(n):
            a[for·i, for·j] = 0.0
    """
    counters = [naming.counter(depth) for depth in range(len(members(shape)))]
    index = [name(counter) for counter in counters]
    target = gast.Subscript(
        name(array), index[0] if len(index) == 1 else tuple_of(index), gast.Store()
    )
    block: Block = [assign(target, constant(0.0))]
    for counter, length in reversed(list(zip(counters, members(shape), strict=True))):
        own = gast.Name(counter, gast.Store(), None, None)
        loop = gast.For(own, call("range", clone(length)), block, [], None)
        block = [gast.fix_missing_locations(loop)]
    return block


def grown(statement: Statement) -> bool:
    """Tell whether a statement makes an array of saved values longer."""
    return (
        isinstance(statement, gast.If)
        and len(statement.body) == 1
        and any(target.startswith(GROWING) for target in targets(statement.body[0]))
    )


def with_place(tree: gast.AST, rooms: set[str], place: Sequence[str]) -> gast.AST:
    """Return a tree in which the arrays of the launch have subscripts for the thread, too."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Subscript) and dotted(node.value) in rooms:
            index = tuple_of([*members(node.slice), *map(name, place)])
            return gast.copy_location(gast.Subscript(node.value, index, node.ctx), node)
        return mapped(node, change) if node._fields else node

    return change(tree)
