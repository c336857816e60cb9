"""Set arrays of a thread, and of its block, to zero."""

from __future__ import annotations

from collections.abc import Sequence

import gast

from srcdiff.gpu.gather.totals import THREADS
from srcdiff.gpu.thread.intrinsics import AXES
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    assign,
    call,
    clone,
    constant,
    expression,
    members,
    name,
    number,
    of_members,
)


def filled(array: str, shape: Expression, naming: Naming, axes: int = 0, threads: int = 0) -> Block:
    """Return the loops that set all elements of an array to zero.

    The threads of a block with some `axes` share the work, if there are any. There are so many
    `threads`: enough of them, in one row, need no loop.

    >>> from srcdiff.syntax import expression, unparse
    >>> shape = expression("(2, n)")
    >>> print(unparse(filled("a", shape, Naming(shape))[0]))
    for for·i in range(2):
        for for·j in range(n):
            a[for·i, for·j] = 0.0
    >>> print(unparse(filled("a", shape, Naming(shape), 1)[0]))
    for for·i in range(2):
        for for·j in range(cuda.threadIdx.x, n, cuda.blockDim.x):
            a[for·i, for·j] = 0.0
    >>> print(unparse(filled("a", expression("n, 64"), Naming(shape), 1, 128)[0]))
    for for·i in range(n):
        if cuda.threadIdx.x < 64:
            a[for·i, cuda.threadIdx.x] = 0.0
    """
    lengths = members(shape)
    counters = [naming.counter(depth) for depth in range(len(lengths))]
    index = [name(counter) for counter in counters]
    last = number(lengths[-1]) if axes == 1 else None
    enough = last is not None and last <= threads
    if enough:
        index[-1] = expression(THREADS[1])
    target = gast.Subscript(name(array), of_members(index), gast.Store())
    block: Block = [assign(target, constant(0.0))]
    ranges = shares(lengths, axes)
    if enough:
        counters, ranges = counters[:-1], ranges[:-1]
        if last != threads:
            test = gast.Compare(expression(THREADS[1]), [gast.Lt()], [clone(lengths[-1])])
            block = [gast.fix_missing_locations(gast.If(test, block, []))]
    return in_loops(block, counters, ranges)


def in_loops(block: Block, counters: Sequence[str], ranges: Sequence[Expression]) -> Block:
    """Return a block in loops of some counters over some values, the first one outermost."""
    for counter, values in reversed(list(zip(counters, ranges, strict=True))):
        own = gast.Name(counter, gast.Store(), None, None)
        loop = gast.For(own, values, block, [], None)
        block = [gast.fix_missing_locations(loop)]
    return block


def shares(lengths: Sequence[Expression], axes: int) -> list[Expression]:
    """Return the ranges of subscripts that one of the threads along some axes goes through.

    The axis x belongs to the last dimension. Where there are more axes than dimensions, all
    threads of the block stand in one row along it.
    """
    parts: list[tuple[str, str]] = [(f"cuda.threadIdx.{a}", f"cuda.blockDim.{a}") for a in AXES]
    if axes > len(lengths):
        parts = [(THREADS[axes], " * ".join(size for _, size in parts[:axes]))]
        axes = 1
    found = [call("range", clone(length)) for length in lengths]
    for axis in range(axes):
        place, count = map(expression, parts[axis])
        found[-1 - axis] = call("range", place, clone(lengths[-1 - axis]), count)
    return found
