"""Write out shapes that are passed to functions of the user: `g(x.shape)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.syntax import (
    Expression,
    bottom_up,
    callee_of,
    clone,
    dotted,
    element,
    locate,
    tuple_of,
)


@needs(OWN_FUNCTIONS)
@needs(".shape")
def shape_arguments(
    tree: gast.FunctionDef, functions: Mapping[str, Any], ndim: Callable[[str], int]
) -> gast.FunctionDef:
    """Return the function with tuples of extents for shapes that functions are called with.

    `ndim` gives the rank of an array.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x): return g(x.shape)")
    >>> print(unparse(shape_arguments(tree, {"g": len}, lambda name: 2)))
    def f(x):
        return g((x.shape[0], x.shape[1]))
    """

    def change(node: gast.AST) -> gast.AST:
        if callee_of(node) not in functions:
            return node
        given = [written_out(part) if is_shape(part) else part for part in node.args]
        return gast.copy_location(gast.Call(node.func, given, node.keywords), node)

    def written_out(shape: gast.Attribute) -> Expression:
        count = ndim(dotted(shape.value))
        return locate(tuple_of([element(clone(shape), k) for k in range(count)]), shape)

    return bottom_up(tree, change)


def is_shape(tree: Expression) -> bool:
    """Return True if an expression is the shape of a named array."""
    is_asked = isinstance(tree, gast.Attribute) and tree.attr == "shape"
    return is_asked and isinstance(tree.value, gast.Name)
