"""Write `divmod` as a quotient and a remainder, of operands that are evaluated once."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.call_table import rewritten, table
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import dotted, locate, rebuild

LINES = table("""
    divmod(x, y)     -> (x // y, x % y)
    np.divmod(x, y)  -> (x // y, x % y)
""")


@needs(*LINES)
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
        if not isinstance(node, gast.Call) or dotted(node.func) not in LINES:
            return node
        pair = None if node.keywords else rewritten(node, LINES, naming)
        if pair is None:
            raise UnsupportedSyntax(
                f"keyword arguments of `{dotted(node.func)}` are not supported",
                node,
                "pass two arguments by position",
            )
        return locate(pair, node)

    return change(tree)
