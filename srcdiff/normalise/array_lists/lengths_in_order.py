"""Ask for lengths in the order of Python, where a statement takes something out of a list."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Block,
    Statement,
    call,
    callee_of,
    each_statement,
    locate,
    own_nodes,
    with_own_expressions,
)


@needs(".pop")
def lengths_in_order(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with calls for lengths in statements that take something out of a list.

    Calls are evaluated from left to right; shapes of arrays are the same whenever they are read.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(a):\\n    y = len(a) * a.pop()\\n    return y * len(a)")
    >>> print(unparse(lengths_in_order(tree)))
    def f(a):
        y = runtime.length(a) * a.pop()
        return y * len(a)
    """

    def change(node: gast.AST) -> gast.AST:
        is_length = callee_of(node) == "len" and isinstance(node.args[0], gast.Name)
        return locate(call("runtime.length", *node.args), node) if is_length else node

    def changed(statement: Statement) -> Block:
        nodes = own_nodes(statement)
        takes = any(isinstance(node, gast.Attribute) and node.attr == "pop" for node in nodes)
        return [with_own_expressions(statement, change) if takes else statement]

    return each_statement(tree, changed)
