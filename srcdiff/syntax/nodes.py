"""The nodes of a tree, and what is below them.

Operators, and what tells reading from writing, are left out: they have nothing below them, and
belong to the node above. These functions run more often than any others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

import gast

PLAIN = {"attr", "ctx", "id", "kind", "op", "ops", "type_comment"}  # fields without such nodes


@functools.cache
def part_fields(kind: Any) -> tuple[str, ...]:
    """Return the fields of a kind of node that may hold other nodes.

    >>> part_fields(gast.BinOp), part_fields(gast.Constant)
    (('left', 'right'), ())
    """
    plain = PLAIN | {"value"} if kind is gast.Constant else PLAIN
    return tuple(field for field in kind._fields if field not in plain)


LEAVES = {gast.Name, gast.Constant}
PARTS: dict[type, Callable[[dict[str, Any]], Sequence[gast.AST]]] = {  # of frequent kinds
    gast.BinOp: itemgetter("left", "right"),
    gast.Subscript: itemgetter("value", "slice"),
    gast.Attribute: lambda own: (own["value"],),
    gast.UnaryOp: lambda own: (own["operand"],),
    gast.Call: lambda own: (own["func"], *own["args"], *own["keywords"]),
    gast.Compare: lambda own: (own["left"], *own["comparators"]),
    gast.BoolOp: itemgetter("values"),
    gast.IfExp: itemgetter("test", "body", "orelse"),
    gast.Tuple: itemgetter("elts"),
    gast.List: itemgetter("elts"),
    gast.keyword: lambda own: (own["value"],),
    gast.Expr: lambda own: (own["value"],),
    gast.Assign: lambda own: (*own["targets"], own["value"]),
    gast.AugAssign: itemgetter("target", "value"),
    gast.If: lambda own: (own["test"], *own["body"], *own["orelse"]),
    gast.For: lambda own: (own["target"], own["iter"], *own["body"], *own["orelse"]),
    gast.While: lambda own: (own["test"], *own["body"], *own["orelse"]),
}


def children(tree: gast.AST) -> Sequence[gast.AST]:
    """Return the nodes directly below a node."""
    kind: Any = type(tree)
    if kind in LEAVES:
        return ()
    own = tree.__dict__
    if kind in PARTS:
        return PARTS[kind](own)
    found: list[gast.AST] = []
    for field in part_fields(kind):
        value = own.get(field)
        if type(value) is list:
            found += [item for item in value if isinstance(item, gast.AST)]
        elif isinstance(value, gast.AST):
            found.append(value)
    return found


def walk(tree: gast.AST) -> list[gast.AST]:
    """Return a node and all nodes below it, those of each level together.

    >>> from srcdiff.syntax import expression
    >>> [type(node).__name__ for node in walk(expression("a * (b + 2)"))]
    ['BinOp', 'Name', 'BinOp', 'Name', 'Constant']
    """
    found = [tree]
    for node in found:  # which grows on the way
        kind = type(node)
        if kind in LEAVES:
            continue
        parts = PARTS.get(kind)
        found += children(node) if parts is None else parts(node.__dict__)
    return found
