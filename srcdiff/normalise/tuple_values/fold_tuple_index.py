"""Write a part of a tuple that is written out as that part alone."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import Expression, bottom_up, is_part, number


@needs(gast.Tuple)
def fold_tuple_index(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without tuples of which one part is taken, the others being names.

    They come from expressions that name values on the way (normalise/functions/arguments).

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
        match node:
            case gast.Subscript(value=gast.Tuple(elts=parts), slice=index):
                place = number(index)
                if isinstance(place, int) and 0 <= place < len(parts):
                    others = [part for k, part in enumerate(parts) if k != place]
                    return parts[place] if all(map(is_made, others)) else node
        return node

    return bottom_up(tree, change)


def is_made(part: Expression) -> bool:
    """Return True if an expression is a name for a part of another expression."""
    return isinstance(part, gast.Name) and is_part(part.id)
