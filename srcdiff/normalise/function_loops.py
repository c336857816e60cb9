"""Write out loops over functions: one name of a function stands for one function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.normalise.exits import has_exit
from srcdiff.normalise.lookup import value_of
from srcdiff.normalise.scopes import FUNCTIONS, bound_names, own_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    clone,
    dotted,
    locate,
    map_blocks,
    rebuild,
    walk,
    with_body,
)

Pairs = list[tuple[Expression, Expression]]  # the targets of a loop, and what they get


def function_loops(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with loops over functions that are written out.

    >>> from srcdiff.syntax import function, unparse
    >>> import math
    >>> print(unparse(function_loops(function('''
    ... def f(x):
    ...     s = 0.0
    ...     for g, w in ((math.sin, 0.5), (lambda u: u * x, 2.0)):
    ...         s += w * g(x)
    ...     return s
    ... '''), {"math": math})))
    def f(x):
        s = 0.0
        w = 0.5
        s += w * math.sin(x)
        w = 2.0
        s += w * (lambda u: u * x)(x)
        return s
    """
    is_function = functions_of(tree, namespace)

    def written_out(loop: gast.For) -> Block | None:
        items = pairs(loop)
        functions = {t.id for item in items or () for t, value in item if is_function(value)}
        if not functions or has_exit(loop.body, (gast.Break, gast.Continue)):
            return None
        changed = {n.id for part in loop.body for n in walk(part) if is_bound(n)}
        if functions & changed or any(is_used_after(title, tree) for title in functions):
            return None
        body = [s for item in items or () for s in iteration(loop, item, functions)]
        return [*body, *loop.orelse]

    def change(block: Block) -> Block:
        new: Block = []
        for statement in block:
            found = written_out(statement) if isinstance(statement, gast.For) else None
            new += [statement] if found is None else found
        return new

    result: gast.FunctionDef = with_body(tree, map_blocks(tree.body, change))
    return result


def functions_of(
    tree: gast.FunctionDef, namespace: Mapping[str, Any]
) -> Callable[[Expression], bool]:
    """Return what tells whether an expression in a function is a function, or the name of one."""
    local = bound_names(tree.body) | {n.id for n in walk(tree.args) if isinstance(n, gast.Name)}
    own = {n.name for n in walk(tree) if isinstance(n, gast.FunctionDef)} - {tree.name}

    def is_function(value: Expression) -> bool:
        first, *rest = dotted(value).split(".")
        if isinstance(value, gast.Lambda) or (first in own and not rest):
            return True
        return first not in local and callable(value_of(value, namespace))

    return is_function


def pairs(loop: gast.For) -> list[Pairs] | None:
    """Return what a loop over a tuple or a list gives its names, or None for any other loop."""
    if not isinstance(loop.iter, (gast.Tuple, gast.List)):
        return None
    is_single = isinstance(loop.target, gast.Name)
    targets: list[Expression] = [loop.target] if is_single else getattr(loop.target, "elts", [])
    if not targets or not all(isinstance(target, gast.Name) for target in targets):
        return None
    found: list[Pairs] = []
    for item in loop.iter.elts:
        parts = [item] if is_single else getattr(item, "elts", [])
        if len(parts) != len(targets) or any(isinstance(p, gast.Starred) for p in parts):
            return None
        found.append(list(zip(targets, parts, strict=True)))
    return found


def iteration(loop: gast.For, item: Pairs, functions: set[str]) -> Block:
    """Return one iteration, with functions in the place of their names."""
    given = {target.id: value for target, value in item if target.id in functions}
    others = [(target, value) for target, value in item if target.id not in functions]

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Name) and node.id in given and isinstance(node.ctx, gast.Load):
            return locate(clone(given[node.id]), node)
        return rebuild(node, change)

    bound: list[Statement] = [assign(t.id, clone(value), loop) for t, value in others]
    return [*bound, *(change(clone(statement)) for statement in loop.body)]


def is_bound(node: gast.AST) -> bool:
    """Tell whether a node is a name that gets a value."""
    return isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load)


def is_used_after(title: str, tree: gast.FunctionDef) -> bool:
    """Tell whether a name is read anywhere but in loops that it is a variable of."""
    nodes = walk(tree)
    loops = [n for n in nodes if isinstance(n, gast.For)]
    own = [loop for loop in loops if any(has_name(n, title) for n in walk(loop.target))]
    inside = {id(n) for loop in own for part in loop.body for n in walk(part)}
    inside |= {id(n) for loop in own for n in walk(loop.target)}
    others = [n for n in nodes if isinstance(n, FUNCTIONS) and n is not tree]
    hidden = [n for n in others if title in own_names(n)]  # functions with another such name
    inside |= {id(part) for n in hidden for part in walk(n)}
    return any(has_name(n, title) and id(n) not in inside for n in nodes)


def has_name(node: gast.AST, title: str) -> bool:
    """Tell whether a node is a certain name."""
    return isinstance(node, gast.Name) and node.id == title
