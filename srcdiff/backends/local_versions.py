"""Names of their own for the values that a variable has within a block.

Numba goes through all blocks of a function once for each variable that is bound more than once.
In adjoint code these are most of the variables, and nearly all of their values are read in the
block where they are made: `d_x` is added to, line after line. Those get their names here, all of
them on one way through the block; what is left for Numba is what other blocks read.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from numba.core import ir
from numba.core.ir_utils import replace_vars_inner, replace_vars_stmt


def name_local_values(function: ir.FunctionIR) -> None:
    """Give each value of a variable a name of its own, but for the last one made in each block.

    Changes the blocks of the function. Nothing but the last value of a block can be read outside
    of it; what is read before the block makes one comes from elsewhere, and keeps its name, too.
    """
    for block in function.blocks.values():
        left = Counter(s.target.name for s in block.body if isinstance(s, ir.Assign))
        if any(count > 1 for count in left.values()):
            name_values(block, left)


def name_values(block: ir.Block, left: Counter[str]) -> None:
    """Name the values in a block, where `left` has how many are made of each variable."""
    current: dict[str, ir.Var] = {}  # the names of values that have one of their own
    for statement in block.body:
        if not isinstance(statement, ir.Assign):
            if current:
                replace_vars_stmt(statement, current)
            continue
        if current:
            statement.value = replace_vars_inner(statement.value, current)
        target: Any = statement.target
        left[target.name] -= 1
        if left[target.name]:
            statement.target = block.scope.redefine(target.name, loc=statement.loc)
            current[target.name] = statement.target
        else:
            current.pop(target.name, None)
