"""What is put into the functions that call it, by how much code there is of it.

Generated source says of nearly all its functions that all of their code is put into what calls them
(`forceinline`), and what Numba compiles for such a function gets the option, too. So a derivative
of several functions ends as one function of LLVM code, and LLVM takes more than twice as long for
twice the code: for 50,000 instructions a minute, instead of ten seconds for those functions apart.
Where a function is short, calling it costs time at each call; where it is long, nothing to speak
of. So the option is taken away, and the code of short functions says the same instead.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from llvmlite.binding import Linkage

SMALL = 1000  # instructions of a generated function that is put into what calls it
SMALL_OF_NUMBA = 200  # of one of Numba or `srcdiff.runtime`, which many lines call


def inline_small(module: Any, largest: int) -> None:
    """Have the functions of a module that others can call put into these, if they are small.

    >>> import llvmlite.binding as llvm
    >>> code = "define void @f() { ret void } define void @g() { call void @f() ret void }"
    >>> module = llvm.parse_assembly(code)
    >>> inline_small(module, 1)
    >>> [b"alwaysinline" in function.attributes for function in module.functions]
    [True, False]
    """
    for function in module.functions:
        is_called = not function.is_declaration and function.linkage == Linkage.external
        has_say = b"noinline" in function.attributes
        if is_called and not has_say and is_small(function, largest):
            function.add_function_attribute("alwaysinline")


def is_small(function: Any, largest: int) -> bool:
    """Return True if a function has at most so many instructions."""
    instructions = (i for block in function.blocks for i in block.instructions)
    return next(islice(instructions, largest, None), None) is None
