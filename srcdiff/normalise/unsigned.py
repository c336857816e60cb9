"""Write `-n` of unsigned integers as a call: it wraps, so that its sign may not be moved."""

from __future__ import annotations

import gast

from srcdiff.analyse.types import Type, Types, is_array
from srcdiff.analyse.types import types as numba_types
from srcdiff.syntax import call, dotted, locate, mapped


def unsigned(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without signs before unsigned integers, or arrays of them.

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
        if not is_unsigned(types.names.get(dotted(node.operand))):
            return node
        return locate(call("np.negative", node.operand), node)

    new: gast.FunctionDef = change(tree)
    return new


def is_unsigned(kind: Type | None) -> bool:
    """Tell whether a type is one of unsigned integers, or of arrays of them."""
    kind = kind.dtype if kind is not None and is_array(kind) else kind
    return isinstance(kind, numba_types.Integer) and not kind.signed
