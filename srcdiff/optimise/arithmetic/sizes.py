"""Take the shape of what is computed element by element from an array that it is computed of."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.optimise.arithmetic.by_element import is_by_element, leaves_of
from srcdiff.syntax import Expression, bottom_up, callee_of, is_number

EXTENTS = {"size", "shape"}


def sizes(
    tree: gast.FunctionDef,
    is_array: Callable[[str], bool],
    is_number_name: Callable[[Expression], bool],
    shape_of: Callable[[str], str] = str,
) -> gast.FunctionDef:
    """Return the function with `x.size` instead of `(x ** 2).size`.

    That is where all arrays in the expression certainly have one shape, which `shape_of` names.
    `is_number_name` tells which expressions are numbers.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x, y): return (2.0 * x**2).size + (x + y).size + len(np.sin(x))"
    >>> print(unparse(sizes(function(text), lambda n: True, lambda e: False)))
    def f(x, y):
        return x.size + (x + y).size + len(x)
    >>> text = "def f(x): return np.ascontiguousarray(-x[::2]).shape"
    >>> print(unparse(sizes(function(text), lambda n: True, lambda e: False)))
    def f(x):
        return (-x[::2]).shape
    """

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Attribute) and node.attr in EXTENTS and is_reordered(node.value):
            whole = node.value.args[0]
            return gast.copy_location(gast.Attribute(whole, node.attr, node.ctx), node)
        if isinstance(node, gast.Attribute) and node.attr in EXTENTS and is_by_element(node.value):
            return gast.copy_location(gast.Attribute(model(node.value), node.attr, node.ctx), node)
        is_length = callee_of(node) == "len"
        if is_length and len(node.args) == 1 and is_by_element(node.args[0]):
            found = gast.Call(node.func, [model(node.args[0])], [])
            return gast.copy_location(found, node)
        return node

    def is_reordered(whole: Expression) -> bool:
        if callee_of(whole) != "np.ascontiguousarray":
            return False
        return not (is_number(whole.args[0]) or is_number_name(whole.args[0]))

    def model(whole: Expression) -> Expression:
        leaves = list(leaves_of(whole))
        parts = [leaf for leaf in leaves if not is_number(leaf) and not is_number_name(leaf)]
        if not all(isinstance(part, gast.Name) and is_array(part.id) for part in parts):
            return whole
        return parts[0] if len({shape_of(part.id) for part in parts}) == 1 else whole

    return bottom_up(tree, change)
