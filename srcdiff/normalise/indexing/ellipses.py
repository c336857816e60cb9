"""Write `x[i, ...]` as `x[i]` where `i` alone selects an element, and `x[...]` as `x[:]`.

NumPy makes an array without dimensions of it, Numba and core forms a number. Where that makes a
difference it is refused (analyse/checks/zero_d_arrays.py).
"""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Expression,
    bottom_up,
    dotted,
    is_ellipsis,
    members,
    number,
    of_members,
)


@needs(type(...))
def ellipses(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without ellipses that stand for no dimension, or that stand alone.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, i):
    ...     x[..., i] = y[1, ..., 0]
    ...     x[...] = 2.0
    ...     return y[i, ...]
    ... ''')
    >>> known = {
    ...     "x": numba_types.Array(numba_types.float64, 1, "C"),
    ...     "y": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "i": numba_types.int64,
    ... }
    >>> print(unparse(ellipses(tree, Types(known, numba_types.none))))
    def f(x, y, i):
        x[i] = y[1, 0]
        x[:] = 2.0
        return y[i, ...]
    """

    def is_whole(part: Expression) -> bool:
        value = number(part)
        return isinstance(value, int) or isinstance(types[dotted(part)], numba_types.Integer)

    def change(node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.Subscript):
            return node
        parts = members(node.slice)
        places = [part for part in parts if not is_ellipsis(part)]
        ndim = types.ndim(dotted(node.value))
        if len(parts) == 1 and not places and ndim > 0:  # Numba compiles no `x[...]`
            everything = gast.Slice(None, None, None)
            return gast.copy_location(gast.Subscript(node.value, everything, node.ctx), node)
        if (
            len(places) == len(parts)
            or not 0 < len(places) == ndim
            or not all(map(is_whole, places))
        ):
            return node
        index = of_members(places)
        return gast.copy_location(gast.Subscript(node.value, index, node.ctx), node)

    return bottom_up(tree, change)
