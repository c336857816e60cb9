"""Write `divmod` as a quotient and a remainder, of operands that are evaluated once."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.syntax import Expression, dotted, locate, rebuild, tuple_of

DIVMOD = {"divmod", "np.divmod"}


def remainders(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without calls that give a quotient and a remainder.

    Raises UnsupportedSyntax for operands that are passed by name.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(remainders(function("def f(x, y): return divmod(g(x), y)"))))
    def f(x, y):
        return ((g·value := g(x)) // y, g·value % y)
    """
    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if not isinstance(node, gast.Call) or dotted(node.func) not in DIVMOD:
            return node
        if node.keywords or len(node.args) != 2:
            raise UnsupportedSyntax(
                f"keyword arguments of `{dotted(node.func)}` are not supported",
                node,
                "pass two arguments by position",
            )
        return locate(both(node.args[0], node.args[1], naming), node)

    new: gast.FunctionDef = change(tree)
    return new


def both(first: Expression, second: Expression, naming: Naming) -> Expression:
    """Return the pair of the quotient and the remainder of two operands."""
    (a, a_again), (b, b_again) = twice(first, naming), twice(second, naming)
    return tuple_of([gast.BinOp(a, gast.FloorDiv(), b), gast.BinOp(a_again, gast.Mod(), b_again)])
