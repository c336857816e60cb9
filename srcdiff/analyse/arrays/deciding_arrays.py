"""Which arrays decide the shape of an expression."""

from __future__ import annotations

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core.operations import is_shape
from srcdiff.syntax import Expression, children, dotted, has_operator

OF_NUMBERS = {"math", "len", "float", "int", "bool"}  # modules and functions of numbers


def arrays_in(tree: Expression, types: Types) -> set[str] | None:
    """Return the arrays whose shapes decide that of an expression, None where others may, too.

    Conditions may have operations inside, all other operands are names and numbers.
    """
    if isinstance(tree, gast.Name):
        return {tree.id} if is_array(types[tree.id]) else set()
    if isinstance(tree, gast.Constant) or is_shape(tree):
        return set()
    if isinstance(tree, gast.Subscript):
        parts = parts_of(tree.slice)
        whole = len(parts) == types.ndim(dotted(tree.value))
        numbers = all(arrays_in(part, types) == set() for part in parts)
        return set() if whole and numbers else None
    if isinstance(tree, gast.Call):
        first, *_ = dotted(tree.func).split(".")
        return set() if first in OF_NUMBERS else None
    if has_operator(tree, gast.MatMult):
        return None
    if not isinstance(tree, (gast.BinOp, gast.UnaryOp, gast.Compare, gast.BoolOp)):
        return None
    inside = [part for part in children(tree) if isinstance(part, gast.expr)]
    found = [arrays_in(part, types) for part in inside]
    return None if None in found else {array for part in found for array in part or ()}
