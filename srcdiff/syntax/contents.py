"""What a function contains: the kinds of its nodes, and the names and constants in it.

Most passes handle one construct, which most functions do not have; see `needs` in core/needs.py.
"""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.syntax.nodes import children, walk
from srcdiff.syntax.read import dotted, kept

Contents = frozenset[Any]  # hashable values


def contents(tree: gast.FunctionDef) -> Contents:
    """Return what stands in a function: kinds of nodes and operators, types of constants, names.

    Attributes begin with a dot; names with attributes are there as a whole, too.

    >>> from srcdiff.syntax import function
    >>> found = contents(function("def f(x): return -np.sum(x, axis=0)"))
    >>> sorted(part for part in found if isinstance(part, str))
    ['.sum', 'axis', 'f', 'np', 'np.sum', 'x']
    >>> gast.USub in found, int in found, gast.FunctionDef in found, gast.For in found
    (True, True, False, False)
    """
    return kept("_contents", tree, contents_of)


def contents_of(tree: gast.FunctionDef) -> Contents:
    """Return what stands in a function; the function itself does not count."""
    found: set[Any] = {tree.name}
    pending = [part for child in children(tree) for part in walk(child)]
    while pending:
        node: Any = pending.pop()
        kind = type(node)
        if kind is gast.Name:
            found.add(node.id)
            if node.annotation is not None:
                pending += walk(node.annotation)
            continue
        found.add(kind)
        if kind is gast.Constant:
            found.add(type(node.value))
        elif kind is gast.Attribute:
            found.add(f".{node.attr}")
            found.add(dotted(node))
        elif kind is gast.Compare:
            found.update(map(type, node.ops))
        elif kind in OPERATIONS:
            found.add(type(node.op))
        elif kind not in PLAIN:
            found.update(v for v in node.__dict__.values() if isinstance(v, str))
    found.discard("")
    return frozenset(found)


OPERATIONS = {gast.BinOp, gast.UnaryOp, gast.BoolOp, gast.AugAssign}
PLAIN = {  # frequent kinds without names and operators of their own
    *(gast.Assign, gast.Call, gast.Expr, gast.For, gast.If, gast.IfExp, gast.List, gast.Return),
    *(gast.Slice, gast.Subscript, gast.Tuple, gast.While, gast.arguments),
}
