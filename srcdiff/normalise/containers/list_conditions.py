"""Write conditions on lists as arrays have them."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.errors import UnsupportedType
from srcdiff.syntax import Expression, Statement, call, constant, has_operator, locate, rebuild

IsList = Callable[[Expression], bool]

ADVICE = "make a new list, `xs + [x]`, or use an array"


def with_conditions(statement: Statement, is_list: IsList) -> Statement:
    """Return a statement in which a list by itself is no condition.

    `is_list` returns True if an expression is one. Raises UnsupportedType where lists are compared.

    >>> from srcdiff.syntax import statements, unparse
    >>> (statement,) = statements("y = not x and z")
    >>> unparse(with_conditions(statement, lambda part: unparse(part) == "x"))
    'y = not len(x) > 0 and z'
    """

    if isinstance(statement, (gast.If, gast.While)):
        new = rebuild(statement, lambda part: part)
        new.test = in_full(full(statement.test, is_list), is_list)
        return new
    return statement if isinstance(statement, gast.For) else in_full(statement, is_list)


def in_full(node: gast.AST, is_list: IsList) -> gast.AST:
    """Return a node in which lists are no conditions, but for itself."""
    if isinstance(node, gast.Compare):
        plain = all(isinstance(op, (gast.Is, gast.IsNot)) for op in node.ops)
        if not plain and any(map(is_list, [node.left, *node.comparators])):
            raise refused(node, "lists are compared")
    if has_operator(node, gast.Not):
        node = gast.copy_location(gast.UnaryOp(node.op, full(node.operand, is_list)), node)
    if isinstance(node, gast.BoolOp):
        values = [full(value, is_list) for value in node.values]
        node = gast.copy_location(gast.BoolOp(node.op, values), node)
    return rebuild(node, lambda part: in_full(part, is_list))


def full(tree: Expression, is_list: IsList) -> Expression:
    """Return a condition that a list has elements, where it is one by itself."""
    if not is_list(tree):
        return tree
    return locate(gast.Compare(call("len", tree), [gast.Gt()], [constant(0)]), tree)


def refused(node: gast.AST, reason: str) -> UnsupportedType:
    """Return the error for something that arrays cannot do as lists do."""
    return UnsupportedType(f"{reason}, which is not differentiated yet", node, ADVICE)
