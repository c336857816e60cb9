"""The adjoints of numbers that all threads read: sums over all threads."""

from __future__ import annotations

from collections.abc import Iterable

import gast

from srcdiff.syntax import SEPARATOR, Block, Expression, adjoint, beside, call, name, rename

ADD = f"add{SEPARATOR}over{SEPARATOR}block"  # until the module gives the function its name

TEXT = '''
@cuda.jit(device=True)
def {title}(total, value):
    """Add the values of all threads of a block to an element of total, by one atomic addition."""
    sums = cuda.shared.array(({rows}, {width}), {dtype})  # for the {size} threads of a block
    t = {thread}
{again}    sums[t >> {shift}, t & {last}] = value
    cuda.syncthreads()
    if t < {width}:
        for k in range(1, {rows}):
            {guard}value += sums[k, t]
        sums[0, t] = value
    cuda.syncthreads()
    if t == 0:
        for k in range(1, {first}):
            value += sums[0, k]
        block = {block}
        cuda.atomic.add(total, block & (total.size - 1), value)  # the size is a power of two
'''
THREADS = {  # the number of a thread in its block
    1: "cuda.threadIdx.x",
    2: "cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y",
    3: (
        "cuda.threadIdx.x + cuda.blockDim.x * "
        "(cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)"
    ),
}
BLOCKS = {  # the number of a block in the grid
    1: "cuda.blockIdx.x",
    2: "cuda.blockIdx.x + cuda.gridDim.x * cuda.blockIdx.y",
    3: ("cuda.blockIdx.x + cuda.gridDim.x * (cuda.blockIdx.y + cuda.gridDim.y * cuda.blockIdx.z)"),
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


AGAIN = "    cuda.syncthreads()  # the sums of the last call have been read\n"


def helper(title: str, block: int, axes: int, dtype: str, calls: int = 1) -> str:
    """Return the text of the function that adds over a block of so many threads.

    Some threads add up a column each, then one of them what these have found, so that threads wait
    for each other twice. All loops are of known lengths: the compiler unrolls them. The array that
    is added to has one element, or as many as a power of two where blocks would wait.

    >>> text = helper("add_over_block", 6, 1, "real")
    >>> "sums[t >> 2, t & 3] = value" in text and "if 4 * k + t < 6:" in text
    True
    """
    width = 1 << ((block - 1).bit_length() + 1) // 2
    rows = -(-block // width)
    words = {
        "title": title,
        "again": AGAIN if calls > 1 else "",
        "guard": f"if {width} * k + t < {block}:\n{' ' * 16}" if block % width else "",
        "dtype": dtype,
        "size": block,
        "thread": THREADS[axes],
        "block": BLOCKS[axes],
    }
    shift, last, first = width.bit_length() - 1, width - 1, min(width, block)
    words |= {"rows": rows, "width": width, "shift": shift, "last": last, "first": first}
    return TEXT.format(**words).strip()
