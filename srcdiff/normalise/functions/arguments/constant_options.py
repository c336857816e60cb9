"""Pass options on as constants, so that what is called knows them, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from srcdiff.analyse.types.types import types
from srcdiff.core.needs import needs
from srcdiff.syntax import Expression, constant, locate, parameters, rebuild, with_body, writes

OPTIONS = (types.StringLiteral, types.BooleanLiteral)


@needs(*OPTIONS)
def options(tree: gast.FunctionDef, given: Sequence[Any]) -> gast.FunctionDef:
    """Return the function with texts, True and False as arguments instead of their parameters.

    `given` are Numba's types of the parameters. A parameter that is bound anew stays.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, kind): return g(x, kind) + h(g(kind, x))")
    >>> print(unparse(options(tree, (types.float64, types.literal("cubic")))))
    def f(x, kind):
        return g(x, 'cubic') + h(g('cubic', x))
    """
    bound = writes(tree.body)
    known = {
        title: kind.literal_value
        for title, kind in zip(parameters(tree), given, strict=False)
        if isinstance(kind, OPTIONS) and title not in bound
    }
    if not known:
        return tree

    def argument(part: Expression) -> Expression:
        if isinstance(part, gast.Name) and part.id in known:
            return locate(constant(known[part.id]), part)
        return part

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        if isinstance(node, gast.Call):
            node.args = [argument(part) for part in node.args]
        return node

    return with_body(tree, [change(statement) for statement in tree.body])
