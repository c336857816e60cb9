"""Expressions that do the same to each element of arrays."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.operations import is_elementwise, operation
from srcdiff.syntax import Expression


def is_by_element(node: gast.AST) -> bool:
    """Tell whether an expression does the same to each element of arrays."""
    if not isinstance(node, (gast.BinOp, gast.UnaryOp, gast.Call)):
        return False
    found = operation(node)
    keywords = getattr(node, "keywords", [])
    return found is not None and not found.is_user and is_elementwise(found) and not keywords


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
