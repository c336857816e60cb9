"""Write the limits of a type of numbers, such as `np.finfo(float).eps`, as numbers."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.types import is_array, types
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.syntax import Expression, constant, locate


def limits(node: Expression, scope: Scope) -> Expression:
    """Return a limit as a number, any other expression as it is.

    >>> from srcdiff.syntax import expression, unparse
    >>> scope = Scope(frozenset("v"), {"v": types.Array(types.float32, 1, "C")}, {"np": np})
    >>> texts = ("np.finfo(np.float64).eps", "np.finfo(v.dtype).max", "np.iinfo(n).max")
    >>> [unparse(limits(expression(text), scope)) for text in texts]
    ['2.220446049250313e-16', '3.4028234663852886e+38', 'np.iinfo(n).max']
    """
    if not isinstance(node, gast.Attribute) or not isinstance(node.value, gast.Call):
        return node
    asked = node.value
    function = scope.free(asked.func)
    if (function is not np.finfo and function is not np.iinfo) or len(asked.args) != 1:
        return node
    kind = type_of(asked.args[0], scope)
    if kind is UNKNOWN or asked.keywords:
        return node
    try:
        value = getattr(function(kind), node.attr)
    except (AttributeError, TypeError, ValueError):
        return node
    plain = value.item() if isinstance(value, np.generic) else value
    return locate(constant(plain), node) if isinstance(plain, (int, float)) else node


def type_of(tree: Expression, scope: Scope) -> Any:
    """Return the type of numbers that an expression stands for, or UNKNOWN."""
    if isinstance(tree, gast.Constant):
        return tree.value
    owner = tree.value if isinstance(tree, gast.Attribute) and tree.attr == "dtype" else tree
    kind = scope.kind(owner)
    if kind is not UNKNOWN:
        number = kind.dtype if is_array(kind) else kind
        return as_dtype(number) if isinstance(number, types.Number) else UNKNOWN
    return scope.free(tree)
