"""Write a part of a tuple that is written out as that part alone."""

from __future__ import annotations

import gast

from srcdiff.syntax import Expression, bottom_up, is_part, number


def fold_tuple_index(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without tuples of which one part is taken, the others being names.

    They come from expressions that name values on the way (normalise/functions/arguments.py).

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(fold_tuple_index(function('''
    ... def f(x):
    ...     x·value = g(x)
    ...     return (x·value, h(x, x·value))[1] + (g(x), x)[1]
    ... '''))))
    def f(x):
        x·value = g(x)
        return h(x, x·value) + (g(x), x)[1]
    """

    def change(node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.Subscript) or not isinstance(node.value, gast.Tuple):
            return node
        place = number(node.slice)
        if not isinstance(place, int) or not 0 <= place < len(node.value.elts):
            return node
        others = [part for k, part in enumerate(node.value.elts) if k != place]
        return node.value.elts[place] if all(map(is_made, others)) else node

    new: gast.FunctionDef = bottom_up(tree, change)
    return new


def is_made(part: Expression) -> bool:
    """Return True if an expression is a name for a part of another expression."""
    return isinstance(part, gast.Name) and is_part(part.id)
