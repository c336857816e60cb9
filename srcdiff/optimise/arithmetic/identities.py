"""Write calls of functions that give their first argument back as copies."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.core.operations import call_of
from srcdiff.syntax import Block, Statement, assign, dotted, each_statement, targets


def identities(tree: gast.FunctionDef, functions: Container[str]) -> gast.FunctionDef:
    """Return the function without calls of some functions, all of which do nothing.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(identities(
    ...     function("def f(x, a):\\n    same(x, a)\\n    y = same(x, a)\\n    return y"), {"same"}
    ... )))
    def f(x, a):
        y = x
        return y
    """
    return each_statement(tree, lambda statement: without(statement, functions))


def without(statement: Statement, functions: Container[str]) -> Block:
    """Return what stands for a statement."""
    made = call_of(statement)
    if made is None or dotted(made.func) not in functions:
        return [statement]
    bound = targets(statement)
    return [assign(bound[0], made.args[0], statement)] if bound else []
