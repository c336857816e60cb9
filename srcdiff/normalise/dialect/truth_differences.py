"""Write differences of booleans as those of integers, which they are for Python."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    dotted,
    map_blocks,
    name,
    targets,
    with_body,
)


@needs(gast.Sub)
@needs(numba_types.Boolean)
def truth_differences(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with differences of integers for those of booleans.

    NumPy has no such differences: where the function runs, the values are Python's own.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a, b): s = a - b")
    >>> known = dict.fromkeys("ab", numba_types.boolean) | {"s": numba_types.int64}
    >>> print(unparse(truth_differences(tree, Types(known, numba_types.none))))
    def f(a, b):
        a·int = int(a)
        b·int = int(b)
        s = a·int - b·int
    """
    naming = Naming(tree)

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            new += written_out(statement, types, naming)
        return new

    return with_body(tree, map_blocks(tree.body, change))


def written_out(statement: Statement, types: Types, naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    value: Any = getattr(statement, "value", None)
    bound = targets(statement)
    is_difference = isinstance(value, gast.BinOp) and isinstance(value.op, gast.Sub)
    if not is_difference or len(bound) != 1:
        return [statement]
    sides: list[Expression] = [value.left, value.right]
    if not all(isinstance(types.names.get(dotted(s)), numba_types.Boolean) for s in sides):
        return [statement]
    titles = [naming.part(dotted(side), "int") for side in sides]
    difference = binary(name(titles[0]), gast.Sub(), name(titles[1]))
    values = [*(call("int", side) for side in sides), difference]
    return [assign(t, v, statement) for t, v in zip((*titles, bound[0]), values, strict=True)]
