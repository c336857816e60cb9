"""Conditions that do not hold, as the opposite ones that do: `i < n` for `not i >= n`.

Only for whole numbers, of which one of the two is true. Neither is for what is not a number.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.kernels.comparisons import OPPOSITE
from srcdiff.operations import is_shape
from srcdiff.syntax import Expression, Statement, mapped, number, with_body


def opposites(tree: gast.FunctionDef, is_whole: Callable[[str], bool]) -> gast.FunctionDef:
    """Return a kernel without conditions that deny a comparison of whole numbers.

    `is_whole` tells it of a variable.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, a, i):
    ...     if not i + 1 >= x.shape[0]:
    ...         x[i] = 0.0
    ...     if not a < 0:
    ...         x[0] = a
    ... ''')
    >>> print(unparse(opposites(tree, {"i"}.__contains__)))
    def f(x, a, i):
        if i + 1 < x.shape[0]:
            x[i] = 0.0
        if not a < 0:
            x[0] = a
    """

    def whole(tree: Expression) -> bool:
        """Tell whether an expression is a whole number."""
        if isinstance(tree, gast.BinOp) and isinstance(tree.op, (gast.Add, gast.Sub, gast.Mult)):
            return whole(tree.left) and whole(tree.right)
        if isinstance(tree, gast.Name):
            return is_whole(tree.id)
        return isinstance(number(tree), int) or is_shape(tree)

    def change(node: gast.AST) -> gast.AST:
        node = mapped(node, change) if node._fields else node
        denied = node.operand if isinstance(node, gast.UnaryOp) else None
        if not isinstance(denied, gast.Compare) or not isinstance(node.op, gast.Not):
            return node
        sides = [denied.left, *denied.comparators]
        kind = OPPOSITE.get(type(denied.ops[0]))
        if len(sides) > 2 or kind is None or not all(map(whole, sides)):
            return node
        return gast.copy_location(gast.Compare(sides[0], [kind()], sides[1:]), node)

    body: list[Statement] = [change(statement) for statement in tree.body]
    return with_body(tree, body)
