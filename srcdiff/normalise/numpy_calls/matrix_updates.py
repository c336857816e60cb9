"""Products that are written into the first factor: `a @= b`."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import Block, Statement, binary, each_statement, locate, name, subscript


@needs(gast.MatMult)
def matrix_updates(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with products, and writes of them, for products in place.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(matrix_updates(function("def f(a, b):\\n    a @= b\\n    return a"))))
    def f(a, b):
        a[:] = a @ b
        return a
    """

    def written(statement: Statement) -> Block:
        target = statement.target if isinstance(statement, gast.AugAssign) else None
        if not isinstance(target, gast.Name) or not isinstance(statement.op, gast.MatMult):
            return [statement]
        whole = subscript(target.id, gast.Slice(None, None, None), store=True)
        product = binary(name(target.id), gast.MatMult(), statement.value)
        return [locate(gast.Assign([whole], product, None), statement)]

    return each_statement(tree, written)
