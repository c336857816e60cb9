"""Write `x = x + y` as `x += y`, and `x += -y` as `x -= y`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    each_block,
    has_operator,
    members,
    rebuild,
    same,
)

SHORT = (gast.Add, gast.Sub, gast.Mult, gast.Div)
COMMUTES = (gast.Add, gast.Mult)


def augment(tree: gast.FunctionDef, dimensions: Mapping[str, int]) -> gast.FunctionDef:
    """Return the function with augmented assignments, except of whole arrays.

    `dimensions` has the number of dimensions of each array, and 0 for each number.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(augment(function('''
    ... def f(x, y, a, i):
    ...     x = x + 2.0 * y
    ...     y += -x
    ...     y = 0.5 * y
    ...     a[i, 0] = a[i, 0] * y
    ...     a[i] = a[i] + a[0]
    ...     a = a + x
    ...     return x
    ... '''), {"a": 2, "x": 0, "y": 0})))
    def f(x, y, a, i):
        x += 2.0 * y
        y -= x
        y *= 0.5
        a[i, 0] *= y
        a[i] = a[i] + a[0]
        a = a + x
        return x
    """

    def change(block: Block) -> Block:
        return [shorter(statement, dimensions) for statement in block]

    return each_block(tree, change)


def shorter(statement: Statement, dimensions: Mapping[str, int]) -> Statement:
    """Return a statement as an augmented assignment, if it is one."""
    value: Any = getattr(statement, "value", None)
    if isinstance(statement, gast.Assign) and isinstance(value, gast.BinOp):
        target = statement.targets[0]
        other = other_operand(target, value)
        if other is not None and is_scalar(target, dimensions):
            new = gast.AugAssign(target, value.op, other)
            return shorter(gast.copy_location(new, statement), dimensions)
    if isinstance(statement, gast.AugAssign) and isinstance(statement.op, (gast.Add, gast.Sub)):
        negative = has_operator(value, gast.USub)
        if negative:
            operator = gast.Sub() if isinstance(statement.op, gast.Add) else gast.Add()
            new = gast.AugAssign(statement.target, operator, value.operand)
            return gast.copy_location(new, statement)
    return statement


def other_operand(target: Expression, value: gast.BinOp) -> Expression | None:
    """Return what a target is increased, decreased, multiplied or divided by, or None."""
    if not isinstance(value.op, SHORT) or isinstance(target, gast.Tuple):
        return None
    load = rebuild(target, lambda part: part)
    load.ctx = gast.Load()
    if same(value.left, load):
        return value.right
    return value.left if isinstance(value.op, COMMUTES) and same(value.right, load) else None


def is_scalar(target: Expression, dimensions: Mapping[str, int]) -> bool:
    """Return True if a target is a number: a name, or an element of an array."""
    if isinstance(target, gast.Name):
        return dimensions.get(target.id) == 0
    index = members(target.slice)
    slices = any(isinstance(part, gast.Slice) for part in index)
    return not slices and dimensions.get(dotted(target.value)) == len(index)
