"""A thread has no memory but local arrays of known length: what needs more is refused."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Statement, dotted, walk_statements

MAKERS = {"empty", "zeros", "ones", "full", "array", "empty_like", "zeros_like", "concatenate"}


def check_room(tree: gast.FunctionDef) -> None:
    """Refuse a kernel, or a device function, that makes arrays, copies them, or keeps lists.

    Raises UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_room(function("def f(x, i): a = cuda.local.array(3, np.float64); a[0] = x[i]"))
    >>> check_room(function("def f(x, i): a = x[i].copy()"))
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: a thread has no room for an array that is saved here
      = let the thread save elements, or do what changes the array in a kernel of its own
    """
    for statement in walk_statements(tree.body):
        parts = [statement] if not hasattr(statement, "body") else []
        for node in (node for part in parts for node in gast.walk(part)):
            if isinstance(node, gast.List) or makes_array(node):
                raise no_room(statement)


def no_room(statement: Statement) -> UnsupportedSyntax:
    """Return the error for an array that would be saved, of a length that is not known."""
    return UnsupportedSyntax(
        "a thread has no room for an array that is saved here",
        statement,
        "let the thread save elements, or do what changes the array in a kernel of its own",
    )


def makes_array(node: gast.AST) -> bool:
    """Return True if an expression makes an array."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
        return False
    maker = dotted(node.func).removeprefix("np.")
    return node.func.attr in ("copy", "append", "pop") or maker in MAKERS
