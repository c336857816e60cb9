"""Lists that get longer by sums with themselves: `u = u + [x]`, `u = [*u, x]`."""

from __future__ import annotations

import functools
from collections import Counter

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.array_lists.list_spellings import always_lists
from srcdiff.normalise.array_lists.names_of_lists import is_alone, is_named, names_in_all
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    each_block,
    each_statement,
    has_star,
    locate,
    walk_statements,
    whole_target,
)


@needs(gast.List)
def list_sums(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with `extend` where a list is bound to a longer one in a loop.

    Python makes a new list there; nothing sees the old one if the list has no other name.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(list_sums(function('''
    ... def f(x, n):
    ...     u = []
    ...     w = [x]
    ...     for i in range(n):
    ...         u = u + [x * i]
    ...         w = [*w, x][-3:]
    ...         v = w
    ...     return v, u[0]
    ... '''))))
    def f(x, n):
        u = []
        w = [x]
        for i in range(n):
            u.extend([x * i])
            w = [*w, x][-3:]
            v = w
        return (v, u[0])
    """
    tree = each_block(tree, functools.partial(at_once, counts=names_in_all(tree)))
    grown = {
        title
        for loop in walk_statements(tree.body)
        if isinstance(loop, (gast.For, gast.While))
        for s in walk_statements(loop.body)
        if (title := whole_target(s)) and longer(s.value, title)
    }
    if not grown:
        return tree
    own = {title for title in grown & always_lists(tree) if is_alone(title, tree)}

    def change(statement: Statement) -> Block:
        title = whole_target(statement)
        found = longer(statement.value, title) if title in own else None
        if found is None:
            return [statement]
        more, left = found
        first = locate(gast.Expr(call(f"{title}.extend", more)), statement)
        return [first, assign(title, left, statement)] if left is not None else [first]

    return each_statement(tree, change)


def at_once(block: Block, counts: Counter[str]) -> Block:
    """Return a block with `u = u + [x]` instead of `t = u + [x]`, `u = t`.

    `counts` says how often each name occurs.
    """
    new = list(block)
    for place in range(len(block) - 2, -1, -1):
        first, second = new[place : place + 2]
        held, title = whole_target(first), whole_target(second)
        is_passed_on = counts[held] == 2 and is_named(getattr(second, "value", second), held)
        if title and is_passed_on and longer(first.value, title):
            new[place : place + 2] = [assign(title, first.value, first)]
    return new


def longer(value: Expression, title: str) -> tuple[Expression, Expression | None] | None:
    """Return what a list is made longer by, and the part of the longer one that is left.

    None for anything else than a longer list; the part is None for all of it.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("u + [x, y]", "(u + [x])[-3:]", "[*u, x]", "[x, *u]", "u + v"):
    ...     found = longer(expression(text), "u")
    ...     print([part and unparse(part) for part in found or ()])
    ['[x, y]', None]
    ['[x]', 'u[-3:]']
    ['[x]', None]
    []
    []
    """
    match value:
        case gast.BinOp(left=gast.Name(id=own), op=gast.Add(), right=gast.List(elts=parts)):
            return (value.right, None) if own == title and not has_star(parts) else None
        case gast.List(elts=[gast.Starred(value=gast.Name(id=own)), *parts]):
            more = gast.copy_location(gast.List(parts, gast.Load()), value)
            return (more, None) if own == title and parts and not has_star(parts) else None
        case gast.Subscript(value=whole, slice=gast.Slice() as part):
            found = longer(whole, title)
            if found is None or found[1] is not None:
                return None
            name = gast.Name(title, gast.Load(), None, None)
            return found[0], gast.copy_location(gast.Subscript(name, part, gast.Load()), value)
    return None
