"""Write `x.sum()` of a number as the number, which is what it gives."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.own_inference.type_in import type_in
from srcdiff.analyse.types.templates import OF_ONE, OF_TRUTH
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.syntax import Expression, mapped

METHODS = (*OF_ONE, *OF_TRUTH)
NUMBERS = (numba_types.Number, numba_types.Boolean)


@needs(*(f".{method}" for method in METHODS))
def scalar_methods(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without methods of numbers that give back the number.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x):\\n    if np.isclose(x, 0.0).any():\\n        y = x.mean()")
    >>> known = dict.fromkeys("xy", numba_types.float64)
    >>> print(unparse(scalar_methods(tree, Types(known, numba_types.none))))
    def f(x):
        if np.isclose(x, 0.0):
            y = x
    """

    def change(node: gast.AST) -> gast.AST:
        new = mapped(node, change) if node._fields else node
        return new.func.value if is_method_of_number(new, types) else new

    return change(tree)


def is_method_of_number(tree: Expression, types: Types) -> bool:
    """Return True if an expression is a call of such a method, and its owner surely a number."""
    if not isinstance(tree, gast.Call) or tree.args or tree.keywords:
        return False
    if not isinstance(tree.func, gast.Attribute) or tree.func.attr not in METHODS:
        return False
    return isinstance(type_in(tree.func.value, types), NUMBERS)
