"""Expressions that do the same to each element of arrays."""

from __future__ import annotations

import operator
from collections.abc import Iterator

import gast

from srcdiff.core.operations import Operation, is_elementwise, operation
from srcdiff.syntax import Expression


def is_by_element(node: gast.AST) -> bool:
    """Return True if an expression does the same to each element of arrays."""
    if not isinstance(node, (gast.BinOp, gast.UnaryOp, gast.Call)):
        return False
    found = operation(node)
    if found is None or found.is_user or not is_elementwise(found):
        return False
    return not isinstance(node, gast.Call) or is_of_arguments(node, found)


def is_of_arguments(node: gast.Call, found: Operation) -> bool:
    """Return True if a call has the operands of an operation as arguments: it is no method."""
    alike = len(node.args) == len(found.operands) and not node.keywords
    return alike and all(map(operator.is_, node.args, found.operands))


def leaves_of(tree: Expression) -> Iterator[Expression]:
    """Return the operands of an expression that is computed element by element, from the left.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(leaf) for leaf in leaves_of(expression("2.0 * np.sin(x) - y[0] * np.sum(x)"))]
    ['2.0', 'x', 'y[0]', 'np.sum(x)']
    """
    if not is_by_element(tree):
        yield tree
        return
    parts = tree.args if isinstance(tree, gast.Call) else ()
    if isinstance(tree, gast.BinOp):
        parts = (tree.left, tree.right)
    for part in parts or (tree.operand,):
        yield from leaves_of(part)
