"""Write conditions on lists as arrays have them."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.errors import UnsupportedType
from srcdiff.syntax import Expression, Statement, call, constant, locate, rebuild

ADVICE = "make a new list, `xs + [x]`, or use an array"


def with_conditions(statement: Statement, lists: Container[str]) -> Statement:
    """Return a statement in which a list by itself is no condition.

    Raises UnsupportedType where lists are compared.

    >>> from srcdiff.syntax import statements, unparse
    >>> (statement,) = statements("y = not x and z")
    >>> unparse(with_conditions(statement, {"x"}))
    'y = not len(x) > 0 and z'
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Compare):
            plain = all(isinstance(op, (gast.Is, gast.IsNot)) for op in node.ops)
            if not plain and any(is_list(part, lists) for part in [node.left, *node.comparators]):
                raise refused(node, "lists are compared")
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
            node = gast.copy_location(gast.UnaryOp(node.op, full(node.operand, lists)), node)
        if isinstance(node, gast.BoolOp):
            values = [full(value, lists) for value in node.values]
            node = gast.copy_location(gast.BoolOp(node.op, values), node)
        return rebuild(node, change) if node._fields else node

    if isinstance(statement, (gast.If, gast.While)):
        new = rebuild(statement, lambda part: part)
        new.test = change(full(statement.test, lists))
        return new
    return statement if isinstance(statement, gast.For) else change(statement)


def is_list(tree: Expression | None, lists: Container[str]) -> bool:
    """Tell whether an expression is the name of a list."""
    return isinstance(tree, gast.Name) and tree.id in lists


def full(tree: Expression, lists: Container[str]) -> Expression:
    """Return a condition that a list has elements, where it is one by itself."""
    if not is_list(tree, lists):
        return tree
    return locate(gast.Compare(call("len", tree), [gast.Gt()], [constant(0)]), tree)


def refused(node: gast.AST, reason: str) -> UnsupportedType:
    """Return the error for something that arrays cannot do as lists do."""
    return UnsupportedType(f"{reason}, which is not differentiated yet", node, ADVICE)
