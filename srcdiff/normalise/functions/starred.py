"""Write out `*t`, and `t` as an argument, where the parts of `t` are known."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

import gast

from srcdiff.normalise.functions.known_tuples import known_tuples
from srcdiff.syntax import (
    Expression,
    callee_of,
    clone,
    has_operator,
    key,
    rebuild,
    walk,
)


def starred(
    tree: gast.FunctionDef, constants: Mapping[str, Any], functions: Container[str] = ()
) -> gast.FunctionDef:
    """Return the function without stars before tuples whose parts are known.

    `constants` are the values of globals. What the user's `functions` are given is
    written out too.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(starred(function('''
    ... def f(x, y):
    ...     t = (x, y)
    ...     first, *rest = t
    ...     return g(*t, *(1, 2)) + h((0, *P), t)
    ... '''), {"P": (0.5, 1.5)}, {"h"})))
    def f(x, y):
        t = (x, y)
        first, *rest = (x, y)
        return g(x, y, 1, 2) + h((0, 0.5, 1.5), (x, y))
    """
    while True:
        before = key(tree)
        known = known_tuples(tree, constants)
        if not known and not any(isinstance(n, (gast.Starred, gast.Tuple)) for n in walk(tree)):
            return tree
        tree = spread_once(tree, known, functions)
        if key(tree) == before:
            return tree


def spread_once(
    tree: gast.FunctionDef, known: Mapping[str, Sequence[Expression]], functions: Container[str]
) -> gast.FunctionDef:
    """Return the function without stars before tuples whose parts are known so far."""

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        for field in ("elts", "args"):
            values = getattr(node, field, None)
            if isinstance(values, list) and isinstance(getattr(node, "ctx", None), gast.Store):
                continue
            if isinstance(values, list) and any(isinstance(v, gast.Starred) for v in values):
                setattr(node, field, [part for value in values for part in spread(value)])
        if callee_of(node) in functions:
            node.args = [whole(value) for value in node.args]
            for word in node.keywords:
                word.value = whole(word.value)
        if isinstance(node, gast.Assign) and any(map(has_star, node.targets)):
            node.value = whole(node.value)
        return node

    def spread(value: Expression) -> list[Expression]:
        """Return the parts of a starred value, or the value itself."""
        if not isinstance(value, gast.Starred):
            return [value]
        parts = whole(value.value)
        return list(parts.elts) if isinstance(parts, (gast.Tuple, gast.List)) else [value]

    def whole(value: Expression) -> Expression:
        """Return a named tuple, or a sum of tuples, as one that is written out."""
        if has_operator(value, gast.Add):
            sides = [whole(value.left), whole(value.right)]
            if all(isinstance(side, gast.Tuple) for side in sides):
                parts = [clone(part) for side in sides for part in side.elts]
                return gast.copy_location(gast.Tuple(parts, gast.Load()), value)
        if isinstance(value, gast.Name) and value.id in known:
            parts = [clone(part) for part in known[value.id]]
            return gast.copy_location(gast.Tuple(parts, gast.Load()), value)
        return value

    new: gast.FunctionDef = change(tree)
    return new


def has_star(target: Expression) -> bool:
    """Return True if a part of a target is starred."""
    return any(isinstance(node, gast.Starred) for node in walk(target))
