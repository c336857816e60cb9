"""Write comparisons that evaluate something on a condition only as `and`."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.core.operations import DRAWING, draws
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.syntax import Expression, bottom_up, dotted, locate, walk

CALLED = (OWN_FUNCTIONS, *(f".{method}" for method in DRAWING))  # of which `is_called` finds calls


@needs(gast.Compare)
@needs(*CALLED)
def comparisons(tree: gast.FunctionDef, functions: Container[str]) -> gast.FunctionDef:
    """Return the function without chains of comparisons that call functions of the user.

    `functions` has the names of these. Other chains stay: they read best as they are.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y): return 0 < x < y and 0 < g(x) < g(y)")
    >>> print(unparse(comparisons(tree, {"g"})))
    def f(x, y):
        return 0 < x < y and (0 < (g·value := g(x)) and g·value < g(y))
    """
    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.Compare) or len(node.ops) == 1:
            return node
        called = any(is_called(part, functions) for part in node.comparators[1:])
        return split(node, naming) if called else node

    return bottom_up(tree, change)


def is_called(tree: gast.AST, functions: Container[str]) -> bool:
    """Return True if an expression calls a function of the user, or draws a random number."""
    called = [dotted(node.func) for node in walk(tree) if isinstance(node, gast.Call)]
    return any(title in functions or draws(title) for title in called)


def split(node: gast.Compare, naming: Naming) -> Expression:
    """Write `a < b < c` as `a < b and b < c`, where b is evaluated once."""
    values: list[Expression] = []
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        last = right is node.comparators[-1]
        first, again = (right, None) if last else twice(right, naming)
        values.append(locate(gast.Compare(left, [operator], [first]), node))
        left = again
    return locate(gast.BoolOp(gast.And(), values), node)
