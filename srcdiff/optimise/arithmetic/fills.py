"""Leave out arrays of one number beside arrays of the same shape."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from srcdiff.core.operations import is_shape, operation
from srcdiff.optimise.arithmetic.by_element import is_by_element, leaves_of
from srcdiff.syntax import Expression, callee_of, has_operator, is_number, mapped, number, walk

FILL = "np.full_like"


def fills(
    tree: gast.FunctionDef,
    is_double_array: Callable[[str], bool],
    is_double: Callable[[Expression], bool],
    shape_of: Callable[[str], str] = str,
) -> gast.FunctionDef:
    """Return the function with numbers instead of arrays of one number, where that is the same.

    That is so where arrays of all the shapes which tell its own stand in the same expression,
    which is computed element by element.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x, y): return 2.0 * x * np.full_like(np.sin(x), 1.0) + np.full_like(y, 3.0)"
    >>> print(unparse(fills(function(text), lambda n: True, is_number)))
    def f(x, y):
        return 2.0 * x + np.full_like(y, 3.0)
    """

    # one function, as its parts ask the same questions about names that the caller answers
    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.BinOp) and is_by_element(node):
            node = filled_in(node)
        return mapped(node, change)

    def filled_in(whole: Expression) -> Expression:
        leaves = list(leaves_of(whole))
        beside = {shape_of(leaf.id) for leaf in leaves if is_array(leaf)}
        others = [leaf for leaf in leaves if not is_array(leaf) and not is_fill(leaf)]
        if not all(is_number(leaf) or is_shape(leaf) or is_double(leaf) for leaf in others):
            return whole  # the fill may be what makes all of it double
        plain = {id(leaf) for leaf in leaves if is_fill(leaf) and is_plain(leaf, beside)}

        def replaced(node: Expression) -> Expression:
            if id(node) in plain:
                return node.args[1]
            new = mapped(node, replaced) if is_by_element(node) else node
            return without_one(new, {id(part.args[1]) for part in leaves if id(part) in plain})

        return replaced(whole) if plain else whole

    def is_array(leaf: Expression) -> bool:
        return isinstance(leaf, gast.Name) and is_double_array(leaf.id)

    def is_plain(fill: gast.Call, beside: set[str]) -> bool:
        like, value = fill.args
        parts = [p for p in leaves_of(like) if not is_double(p) and number(p) is None]
        if not all(map(is_array, parts)):
            return False
        return bool(parts) and {shape_of(part.id) for part in parts} <= beside and is_double(value)

    if not any(map(is_fill, walk(tree))):
        return tree
    return mapped(tree, change)


def without_one(node: Expression, filled: set[int]) -> Expression:
    """Return the other factor of a product with a filled in 1.0, if that is a new array."""
    if not has_operator(node, gast.Mult):
        return node
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if id(one) in filled and number(one) == 1.0 and is_new(other):
            return other
    return node


def is_new(node: Expression) -> bool:
    """Return True if an expression certainly is an array of its own."""
    if isinstance(node, gast.Call):
        found = operation(node)
        return found is not None and isinstance(found.function, np.ufunc)
    return is_by_element(node)


def is_fill(node: Expression) -> bool:
    """Return True if an expression is an array of one number, like another one."""
    return callee_of(node) == FILL and len(node.args) == 2 and not node.keywords
