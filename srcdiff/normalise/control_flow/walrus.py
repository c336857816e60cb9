"""Write `:=` as a statement before."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.hoist import Hoister, hoist
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import Block, Expression, assign, name


@needs(gast.NamedExpr)
def walrus(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without assignments in expressions.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(walrus(function('''
    ... def f(x):
    ...     while (step := g(x)) > 0.5:
    ...         x = x - step
    ...     return (y := x * x) + y
    ... '''))))
    def f(x):
        step = g(x)
        while step > 0.5:
            x = x - step
            step = g(x)
        y = x * x
        return y + y
    """

    def move(node: gast.NamedExpr, out: Block, base: str, walk: Hoister) -> Expression:
        target = node.target.id
        out.append(assign(target, walk.expression(node.value, out, target), node))
        return name(target)

    return hoist(tree, Naming(tree), lambda node: isinstance(node, gast.NamedExpr), move)
