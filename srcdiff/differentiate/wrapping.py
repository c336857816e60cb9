"""Let derivatives compute with integers as with the floating-point numbers that they stand for.

Rules are written for floating-point numbers, and an operand may be an integer beside one of
these. Where the text of a rule has nothing but integers, as `x * x`, they would wrap in their own
width, and NumPy's functions of narrow ones, as `np.log`, would give half precision.
"""

from __future__ import annotations

import gast

from srcdiff.analyse.types.scalar_kinds import is_narrow
from srcdiff.analyse.types.types import Type, Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import standard
from srcdiff.rules.registry import rule_of
from srcdiff.syntax import Expression, binary, call, call_method, dotted, path, reads, rebuild

GROWING = (gast.Add, gast.Sub, gast.Mult)


def without_wrapping(tree: Expression, types: Types) -> Expression:
    """Return an expression of an adjoint with integers cast where they are among themselves.

    Exponents stay, as powers of integers are fast. Sums and differences of integers of 64 bits,
    and of integers and literals, stay as well.

    >>> from srcdiff.syntax import expression, unparse
    >>> names = {"k": numba_types.Array(numba_types.uint8, 1, "C"), "n": numba_types.int64}
    >>> types = Types(names | {"x": numba_types.float64}, numba_types.none)
    >>> for text in ("g * x / (k * k + x * x)", "math.log(k) * x", "g * k / n", "n * n + n"):
    ...     print(unparse(without_wrapping(expression(text), types)))
    g * x / (k.astype(np.float64) * k + x * x)
    math.log(k.astype(np.float64)) * x
    g * k / n
    float(n) * n + n
    """
    casts = _Casts(types)
    return casts.change(tree) if any(map(casts.is_integer, reads(tree))) else tree


class _Casts:
    """The walk through an expression."""

    def __init__(self, types: Types) -> None:
        self.types = types

    def element(self, title: str) -> Type | None:
        """Return the type of a number, or of the elements of an array."""
        kind = self.types[title]
        return getattr(kind, "dtype", kind)

    def is_integer(self, title: str) -> bool:
        """Return True for integers, and arrays of them."""
        return isinstance(self.element(title), numba_types.Integer)

    def change(self, tree: Expression) -> Expression:
        """Return an expression with casts."""
        match tree:
            case gast.BinOp(left=left, op=gast.Pow() as power, right=right):
                return binary(self.change(left), power, right)
            case gast.BinOp(left=left, op=op, right=right) if self.may_grow(tree):
                return binary(self.cast(left), op, self.change(right))
            case gast.UnaryOp(op=gast.USub(), operand=gast.Name() as operand):
                return gast.UnaryOp(tree.op, self.cast(operand) if self.wraps(operand) else operand)
            case gast.Call(args=[argument]) if self.wraps(argument) and is_smooth(tree):
                return gast.Call(tree.func, [self.cast(argument)], tree.keywords)
        return rebuild(tree, self.change) if tree._fields else tree

    def may_grow(self, tree: gast.BinOp) -> bool:
        """Return True for a result of two integers that may not fit into their width."""
        sides = (tree.left, tree.right)
        if not isinstance(tree.op, GROWING) or not all(map(self.is_whole, sides)):
            return False
        return isinstance(tree.op, gast.Mult) or any(map(self.wraps, sides))

    def is_whole(self, tree: Expression) -> bool:
        """Return True for integers, and what is computed of nothing else."""
        if isinstance(tree, gast.BinOp):
            return (
                isinstance(tree.op, GROWING)
                and self.is_whole(tree.left)
                and self.is_whole(tree.right)
            )
        return self.is_integer(dotted(tree))

    def wraps(self, tree: Expression) -> bool:
        """Return True for narrow or unsigned integers, and what is computed of nothing else."""
        if isinstance(tree, gast.BinOp):
            return self.is_whole(tree) and (self.wraps(tree.left) or self.wraps(tree.right))
        return is_narrow(self.element(dotted(tree)))

    def cast(self, tree: Expression) -> Expression:
        """Return integers as floating-point numbers."""
        if isinstance(tree, gast.BinOp):
            return binary(self.cast(tree.left), tree.op, self.change(tree.right))
        if is_array(self.types[dotted(tree)]):
            return call_method(tree, "astype", path("np.float64"))
        return call("float", tree)


def is_smooth(tree: gast.Call) -> bool:
    """Return True for a call of a function that has a derivative, and so takes any real number."""
    function = standard(dotted(tree.func))
    return function is not None and rule_of(function) is not None
