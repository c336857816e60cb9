"""Write out `*t`, and `t` as an argument, where the parts of `t` are known."""

from __future__ import annotations

import itertools
from collections.abc import Container, Mapping, Sequence
from typing import Any

import gast

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.normalise.functions.arguments.known_tuples import known_tuples
from srcdiff.syntax import (
    Expression,
    callee_of,
    clone,
    has_operator,
    has_star,
    key,
    locate,
    rebuild,
    tuple_of,
    walk,
)


@needs(gast.Starred, "tuple", OWN_FUNCTIONS)
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
        if not known and not any(is_of_parts(node) for node in walk(tree)):
            return tree
        tree = spread_once(tree, known, functions)
        if key(tree) == before:
            return tree


def spread_once(
    tree: gast.FunctionDef, known: Mapping[str, Sequence[Expression]], functions: Container[str]
) -> gast.FunctionDef:
    """Return the function without stars before tuples whose parts are known so far."""

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change)
        is_target = isinstance(getattr(node, "ctx", None), gast.Store)
        for field in ("elts", "args"):
            values = getattr(node, field, None)
            if isinstance(values, list) and has_star(values) and not is_target:
                setattr(node, field, [part for value in values for part in spread(value, known)])
        if callee_of(node) == "tuple" and is_displayed(node):
            return gast.copy_location(gast.Tuple(node.args[0].elts, gast.Load()), node)
        if is_reshape(node) and has_star(node.args):
            node.args = [as_sum(locate(tuple_of(node.args), node))]
        if isinstance(node, gast.Tuple) and not is_target and has_star(node.elts):
            return as_sum(node)
        if callee_of(node) in functions:
            node.args = [whole(value, known) for value in node.args]
            for word in node.keywords:
                word.value = whole(word.value, known)
        if isinstance(node, gast.Assign) and any(has_star(walk(t)) for t in node.targets):
            node.value = whole(node.value, known)
        return node

    return change(tree)


def spread(value: Expression, known: Mapping[str, Sequence[Expression]]) -> list[Expression]:
    """Return the parts of a starred value, or the value itself."""
    if not isinstance(value, gast.Starred):
        return [value]
    parts = whole(value.value, known)
    return list(parts.elts) if isinstance(parts, (gast.Tuple, gast.List)) else [value]


def as_sum(display: gast.Tuple) -> Expression:
    """Return a tuple with stars before shapes, or slices of them, as a sum of tuples.

    >>> from srcdiff.syntax import expression, unparse
    >>> print(unparse(as_sum(expression("(*x.shape[:-1], n, 2, *y.shape)"))))
    x.shape[:-1] + (n, 2) + y.shape
    """
    starred = [part for part in display.elts if isinstance(part, gast.Starred)]
    if not all(is_shape(part.value) for part in starred):
        return display
    sides: list[Expression] = []
    for is_star, group in itertools.groupby(display.elts, lambda p: isinstance(p, gast.Starred)):
        parts = list(group)
        sides += [part.value for part in parts] if is_star else [tuple_of(parts)]
    found = sides[0]
    for side in sides[1:]:
        found = gast.BinOp(found, gast.Add(), side)
    return locate(found, display)


def is_of_parts(node: gast.AST) -> bool:
    """Return True if an expression is starred, is a tuple, or makes one."""
    return isinstance(node, (gast.Starred, gast.Tuple)) or callee_of(node) == "tuple"


def is_displayed(tree: gast.Call) -> bool:
    """Return True if a call is given one tuple or list that is written out."""
    first = tree.args[0] if len(tree.args) == 1 and not tree.keywords else None
    return isinstance(first, (gast.Tuple, gast.List)) and not has_star(first.elts)


def is_reshape(tree: gast.AST) -> bool:
    """Return True if an expression calls the method that takes a shape as several arguments."""
    called = tree.func if isinstance(tree, gast.Call) else None
    return isinstance(called, gast.Attribute) and called.attr == "reshape" and not tree.keywords


def is_shape(tree: Expression) -> bool:
    """Return True if an expression is the shape of a named array, or a slice of it."""
    if isinstance(tree, gast.Subscript) and isinstance(tree.slice, gast.Slice):
        tree = tree.value
    asked = isinstance(tree, gast.Attribute) and tree.attr == "shape"
    return asked and isinstance(tree.value, gast.Name)


def whole(value: Expression, known: Mapping[str, Sequence[Expression]]) -> Expression:
    """Return a named tuple, or a sum of tuples, as one that is written out."""
    parts: Sequence[Expression] | None = None
    if has_operator(value, gast.Add):
        sides = [whole(value.left, known), whole(value.right, known)]
        if all(isinstance(side, gast.Tuple) for side in sides):
            parts = [part for side in sides for part in side.elts]
    elif isinstance(value, gast.Name):
        parts = known.get(value.id)
    return value if parts is None else gast.copy_location(tuple_of(map(clone, parts)), value)
