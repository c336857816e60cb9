"""Whether it makes a difference in which order expressions are evaluated."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.core.operations import standard
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import all_names, dotted, reads, walk, writes


def conflict(earlier: gast.AST, later: gast.AST) -> bool:
    """Return True if it could make a difference if the later expression came first.

    >>> from srcdiff.syntax import expression
    >>> later = expression("x[i] + (y := 1)")
    >>> conflict(expression("y"), later), conflict(expression("2 * x[i]"), later)
    (True, False)
    >>> conflict(expression("f(x)"), later), conflict(expression("abs(x)"), later)
    (True, False)
    """
    if writes(later) & reads(earlier) or writes(earlier) & (reads(later) | writes(later)):
        return True
    if calls_user(earlier):
        return calls_user(later) or may_change(later)
    return calls_user(later) and may_change(earlier)


LOADS = (gast.Subscript, gast.Attribute, gast.Call, gast.comprehension)
COMPUTED = (gast.BinOp, gast.UnaryOp, gast.Compare)


def may_change(tree: gast.AST, numbers: Container[str] = ()) -> bool:
    """Return True if an expression may have another value once arrays have been written to.

    A name stands for the same array then, but what is computed of it differs, unless it is one
    of some `numbers`.

    >>> from srcdiff.syntax import expression
    >>> [may_change(expression(text)) for text in ("x", "x[0]", "2 * x", "(x, -1)")]
    [False, True, True, False]
    """
    for node in walk(tree):
        read = all_names(node) if isinstance(node, COMPUTED) else ()
        if isinstance(node, LOADS) or any(title not in numbers for title in read):
            return True
    return False


def calls_user(tree: gast.AST) -> bool:
    """Return True if an expression calls anything but standard functions."""
    found = [node for node in walk(tree) if isinstance(node, gast.Call)]
    return any(standard(dotted(node.func)) is None for node in found)


def order_matters(tree: gast.AST) -> UnsupportedSyntax:
    """Return the error for parts that would have to be evaluated in another order."""
    return UnsupportedSyntax(
        "the order in which this is evaluated is not supported",
        tree,
        "give the parts names in statements before",
    )
