"""The adjoints of numbers that all threads read: sums over all threads."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from srcdiff.syntax import Block, Expression, adjoint, beside, call, name, rename

ADD = "add_over_block"

TEXT = '''
@cuda.jit(device=True)
def add_over_block(total, value):
    """Add the values of all threads of a block to total[0], by one atomic addition."""
    sums = cuda.shared.array({size}, {dtype})
    t = {thread}
    sums[t] = value
    cuda.syncthreads()
    half = {half}
    while half > 0:
        if t < half{inside}:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, sums[0])
'''
THREADS = {  # the number of a thread in its block
    1: "cuda.threadIdx.x",
    2: "cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y",
    3: (
        "cuda.threadIdx.x + cuda.blockDim.x * "
        "(cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)"
    ),
}


def of_thread(block: Block, numbers: Iterable[str]) -> Block:
    """Return the statements with other names for what one thread adds to the adjoints of numbers.

    The names of the adjoints are those of arrays of one element.
    """
    names = {adjoint(n): part_of(n) for n in numbers}
    return [rename(statement, names) for statement in block]


def part_of(number: str) -> str:
    """Return the name of what one thread adds to the adjoint of a number."""
    return beside(adjoint(number), "thread")


def added(number: str, value: Expression) -> gast.Expr:
    """Return the statement that adds what the threads have found to the adjoint of a number."""
    return gast.Expr(call(ADD, name(adjoint(number)), value))


def helper(block: int, axes: int, dtype: str, size: str = "BLOCK") -> str:
    """Return the text of the function that adds over a block of so many threads: `size`.

    >>> "half = 4" in helper(6, 1, "real") and "t + half < BLOCK" in helper(6, 1, "real")
    True
    """
    half = 1 << (block - 1).bit_length() >> 1
    inside = "" if 2 * half == block else f" and t + half < {size}"
    words = {"dtype": dtype, "size": size, "thread": THREADS[axes]}
    return TEXT.format(**words, half=half, inside=inside).strip()
