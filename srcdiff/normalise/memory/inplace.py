"""Write `x op= y` as `x = x op y`, or as a write to all elements where x is an array.

Such a write is what `x.fill(y)` does too.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.core.needs import needs
from srcdiff.core.operations import all_of, call_of
from srcdiff.core.operators import BINARY
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    augmented,
    beside,
    binary,
    dotted,
    locate,
    map_blocks,
    name,
    rebuild,
    targets,
    with_body,
)

OPERATOR_OF = {f"operator.i{word}": kind for kind, (word, _) in BINARY.items()}


@needs(".fill", *OPERATOR_OF)
def inplace(tree: gast.FunctionDef, ndim: Callable[[str], int]) -> gast.FunctionDef:
    """Return the function without the calls that stand for augmented assignments.

    `ndim` returns the number of dimensions of an array, 0 for anything else.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(inplace(
    ...     function("def f(x, y):\\n    x·2 = operator.iadd(x, y)\\n    return x·2"),
    ...     lambda name: 0,
    ... )))
    def f(x, y):
        x·2 = x + y
        return x·2
    >>> print(unparse(inplace(
    ...     function("def f(x, y):\\n    x·2 = operator.imul(x, y)\\n    return x·2"),
    ...     lambda name: 1,
    ... )))
    def f(x, y):
        x·2··changed = x * y
        x[:] = x·2··changed
        x·2 = x
        return x·2
    """

    def block(old: Block) -> Block:
        return [new for statement in old for new in written(statement, ndim)]

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        called = dotted(node.func) if isinstance(node, gast.Call) else ""
        if called not in OPERATOR_OF:
            return node
        left, right = node.args
        return gast.copy_location(gast.BinOp(left, OPERATOR_OF[called](), right), node)

    return change(with_body(tree, map_blocks(tree.body, block)))


def written(statement: Statement, ndim: Callable[[str], int]) -> Block:
    """Return a statement, or what changes a whole array in place instead of it."""
    made = call_of(statement)
    called = dotted(made.func) if made is not None else ""
    array, _, method = called.rpartition(".")
    if made is not None and method == "fill" and ndim(array):
        return [assign(all_of(name(array), ndim(array), store=True), made.args[0], statement)]
    if made is None or called not in OPERATOR_OF:
        return [statement]
    left, right = made.args
    rank = ndim(dotted(left))
    if rank == 0:
        return [statement]
    (target,) = targets(statement)
    operator = OPERATOR_OF[called]()
    whole = all_of(left, rank, store=True)
    same = assign(target, name(dotted(left)), statement)
    if isinstance(operator, (gast.Add, gast.Sub)):
        return [augmented(whole, operator, right, statement), same]
    changed = beside(target, "changed")
    result = locate(binary(left, operator, right), statement)
    return [assign(changed, result, statement), assign(whole, name(changed), statement), same]
