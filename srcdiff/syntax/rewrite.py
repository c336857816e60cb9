"""Rewrite syntax trees: copies with other names, or other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any

import gast

from srcdiff.syntax.build import Expression, locate
from srcdiff.syntax.nodes import part_fields
from srcdiff.syntax.read import names_in

VALUES = (gast.expr, gast.keyword, gast.Slice)  # nodes of which nothing but their parts matters


def rebuild(tree: Any, change: Callable[[gast.AST], gast.AST]) -> Any:
    """Return a copy of a node with `change` applied to each node directly below it.

    Operators, which have nothing below them, stay as they are.
    """
    kind: Any = type(tree)
    if not kind._fields:
        return tree
    new = kind.__new__(kind)
    own = new.__dict__
    own.update(tree.__dict__)
    for field in part_fields(kind):
        value = own.get(field)
        if isinstance(value, list):
            own[field] = [change(item) if isinstance(item, gast.AST) else item for item in value]
        elif isinstance(value, gast.AST):
            own[field] = change(value)
    return new


def mapped(tree: Any, change: Callable[[gast.AST], gast.AST]) -> Any:
    """Return a node with `change` applied to each node directly below it.

    A node of which no part changes is given back itself; it must not be changed in place.
    """
    kind: Any = type(tree)
    own = tree.__dict__
    if kind is gast.Constant or (kind is gast.Name and own.get("annotation") is None):
        return tree
    if kind is gast.BinOp:  # by far the most frequent
        left, right = own["left"], own["right"]
        one, other = change(left), change(right)
        new = {} if one is left and other is right else {"left": one, "right": other}
        return with_parts(tree, new) if new else tree
    new = {}
    for field in part_fields(kind):
        value = own.get(field)
        if type(value) is list:
            parts = [change(item) if isinstance(item, gast.AST) else item for item in value]
            if not all(map(is_, parts, value)):
                new[field] = parts
        elif isinstance(value, gast.AST):
            part = change(value)
            if part is not value:
                new[field] = part
    return with_parts(tree, new) if new else tree


def with_parts(tree: Any, parts: dict[str, Any]) -> Any:
    """Return a copy of a node with other values of some fields."""
    kind: Any = type(tree)
    result = kind.__new__(kind)
    result.__dict__.update(tree.__dict__)
    result.__dict__.update(parts)
    return result


def renewed(tree: Any, change: Callable[[gast.AST], gast.AST]) -> Any:
    """Return a node with `change` applied to each node directly below it; a statement is copied.

    So statements can be written twice.
    """
    return mapped(tree, change) if isinstance(tree, VALUES) else rebuild(tree, change)


def substitute(tree: Any, values: Mapping[str, Expression]) -> Any:
    """Return the tree with names replaced by expressions, where they are read.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(substitute(expression("g * y + f(y)"), {"y": expression("a + b")}))
    'g * (a + b) + f(a + b)'
    """
    if isinstance(tree, gast.Name):
        found = values.get(tree.id) if isinstance(tree.ctx, gast.Load) else None
        return tree if found is None else locate(clone(found), tree)
    if isinstance(tree, gast.expr) and names_in(tree)[0].isdisjoint(values):
        return tree
    return renewed(tree, lambda part: substitute(part, values))


def clone(tree: Any) -> Any:
    """Return a copy of a tree that shares no node with it."""
    return rebuild(tree, clone)


def rename(tree: Any, names: Mapping[str, str]) -> Any:
    """Return the tree with names replaced, wherever they are read or written."""
    if isinstance(tree, gast.Name) and tree.id in names:
        return gast.copy_location(gast.Name(names[tree.id], tree.ctx, None, None), tree)
    return renewed(tree, lambda part: rename(part, names))


def bottom_up(tree: Any, change: Callable[[gast.AST], gast.AST]) -> Any:
    """Return a tree with `change` applied to each node in it, to the nodes below it first.

    What does not change is not copied; nodes must not be changed in place.

    >>> from srcdiff.syntax import constant, expression, number, unparse
    >>> double = lambda node: constant(2 * node.value) if number(node) is not None else node
    >>> unparse(bottom_up(expression("x + 2"), double))
    'x + 4'
    """

    def visit(node: gast.AST) -> gast.AST:
        return change(mapped(node, visit))

    return visit(tree)


def further_down(tree: Any, lines: int) -> Any:
    """Return a copy of a tree that stands so many lines further down.

    >>> from srcdiff.syntax import statements
    >>> further_down(statements("y = x")[0], 3).value.lineno
    4
    """
    new = rebuild(tree, lambda part: further_down(part, lines))
    for place in ("lineno", "end_lineno"):
        if getattr(new, place, None) is not None and new is not tree:
            setattr(new, place, getattr(new, place) + lines)
    return new
