"""Write `-n` of integers that wrap as a call, so that the sign is not moved."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.syntax import call, dotted, locate, mapped


@needs(gast.USub)
@needs(numba_types.Integer)
def unsigned(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without signs before unsigned or narrow integers, or arrays of them.

    >>> from srcdiff.syntax import function, unparse
    >>> known = {"n": numba_types.uint8, "k": numba_types.int64}
    >>> tree = function("def f(x, n, k):\\n    y = -n\\n    z = -k\\n    return x * y * z")
    >>> print(unparse(unsigned(tree, Types(known, numba_types.none))))
    def f(x, n, k):
        y = np.negative(n)
        z = -k
        return x * y * z
    """

    def change(node: gast.AST) -> gast.AST:
        node = mapped(node, change) if node._fields else node
        if not isinstance(node, gast.UnaryOp) or not isinstance(node.op, gast.USub):
            return node
        if not wraps(types[dotted(node.operand)]):
            return node
        return locate(call("np.negative", node.operand), node)

    return change(tree)


def wraps(kind: Type | None) -> bool:
    """Return True for a type of unsigned or narrow integers, or of arrays of them."""
    kind = kind.dtype if kind is not None and is_array(kind) else kind
    if kind is None or not isinstance(kind, numba_types.Integer):
        return False
    return bool(not kind.signed or kind.bitwidth < numba_types.int64.bitwidth)
