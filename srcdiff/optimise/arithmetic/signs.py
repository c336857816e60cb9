"""Write signs where one would write them: `-x * y` instead of `-(x * y)`."""

from __future__ import annotations

from collections.abc import Set

import gast

from srcdiff.optimise.symbols import ALWAYS_FLOAT
from srcdiff.syntax import REAL, Expression, dotted, has_operator, number, rebuild

ARRAYS = {f"np.{word.removeprefix('math.')}" for word in ALWAYS_FLOAT}
SINGLE = {REAL, "np.float32", "np.float64", "float"}


def signs(tree: gast.FunctionDef, floats: Set[str]) -> gast.FunctionDef:
    """Return a function in which signs stand in front of the first factor of a product.

    That is the same number if this factor is a real one; `floats` are the names of such numbers,
    and of arrays of them. With integers it may not be: -(0 * y) is -0.0, and -0 * y is 0.0.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     y = -(x * y / 2.0)
    ...     z = -(n * x)
    ...     return -(-x * y)
    ... ''')
    >>> print(unparse(signs(tree, {"x"})))
    def f(x, n):
        y = -x * y / 2.0
        z = -(n * x)
        return x * y
    """

    def change(node: gast.AST) -> gast.AST:
        if has_operator(node, gast.USub):
            return rebuild(in_front(node.operand, floats) or node, change)
        return rebuild(node, change)

    return change(tree)


def in_front(tree: Expression, floats: Set[str]) -> Expression | None:
    """Return the negative of a product with the sign at its first factor, None if it cannot be."""
    if not has_operator(tree, gast.Mult, gast.Div):
        return None
    left = in_front(tree.left, floats)
    if left is None and is_float(tree.left, floats):
        inside = has_operator(tree.left, gast.USub)
        left = tree.left.operand if inside else gast.UnaryOp(gast.USub(), tree.left)
    return None if left is None else gast.copy_location(gast.BinOp(left, tree.op, tree.right), tree)


def is_float(tree: Expression, floats: Set[str]) -> bool:
    """Return True if an expression is certainly a real number, or an array of real numbers."""
    value = number(tree)
    if value is not None:
        return isinstance(value, float) or value != 0
    match tree:
        case gast.Name(id=title):
            return title in floats
        case (
            gast.Subscript(value=whole)
            | gast.UnaryOp(op=gast.USub(), operand=whole)
            | gast.BinOp(op=gast.Pow(), left=whole)
        ):
            return is_float(whole, floats)
        case gast.BinOp(left=first, right=second) | gast.IfExp(body=first, orelse=second):
            return is_float(first, floats) and is_float(second, floats)
        case gast.Call():
            text = dotted(tree.func)
            arrays = text in ARRAYS and all(is_float(part, floats) for part in tree.args)
            return text in ALWAYS_FLOAT or text in SINGLE or arrays
    return dotted(tree) in ("math.pi", "math.e", "math.tau", "np.pi")
