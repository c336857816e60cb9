"""Which names a list may have, and so who sees what is done to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast

from srcdiff.core.fixed_points import connected
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    parameters,
    targets,
    walk,
    walk_statements,
    writes,
)

READING = {"len", "sum", "min", "max", "any", "all", "sorted", "list", "tuple"}
WALKING = {"enumerate", "zip", "reversed", "range"}
OF_OWN = (gast.FunctionDef, gast.Lambda)


def is_alone(title: str, tree: gast.FunctionDef) -> bool:
    """Return True if a list has no other name, and no loop goes over it while it is bound.

    >>> from srcdiff.syntax import function
    >>> text = '''
    ... def f(a, x):
    ...     b, c, d = [x], [a], a
    ...     for v in e:
    ...         e = [v, sum(b) + b[0] + len(g)]
    ...     g.append(h(i))
    ...     return c
    ... '''
    >>> [title for title in "abceghi" if is_alone(title, function(text))]
    ['b', 'c', 'g']
    """
    named = names_in_all(tree)
    stored = [n for n in walk(tree) if is_named(n, title) and not isinstance(n.ctx, gast.Load)]
    if named[title] > len(stored) + sum(is_named(n, title) for n in only_read(tree)):
        return False
    return not any(is_walked(title, statement) for statement in walk_statements(tree.body))


def names_in_all(tree: gast.AST) -> Counter[str]:
    """Return how often each name occurs."""
    return Counter(n.id for n in walk(tree) if isinstance(n, gast.Name))


def is_named(node: gast.AST, title: str) -> bool:
    """Return True for a name."""
    return isinstance(node, gast.Name) and bool(node.id == title)


def is_walked(title: str, loop: Statement) -> bool:
    """Return True for a loop over a list that is bound in it."""
    if not isinstance(loop, gast.For) or not any(is_named(n, title) for n in walk(loop.iter)):
        return False
    return any(title in targets(inner) for inner in walk_statements(loop.body))


def only_read(tree: gast.AST) -> Iterator[Expression]:
    """Return the operands that nothing else can have afterwards, functions inside left out."""
    pending: list[gast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, gast.Return):
            yield from (n for n in walk(node) if isinstance(n, gast.Name))
            continue
        yield from operands(node)
        pending += [n for n in gast.iter_child_nodes(node) if not isinstance(n, OF_OWN)]


def operands(node: gast.AST) -> Iterator[Expression]:
    """Return the operands of which something else makes nothing but what is in them."""
    match node:
        case gast.Call(func=func, args=args):
            called = callee_of(node)
            if called in READING or called.partition(".")[0] in ("np", "math"):
                yield from args
            if isinstance(func, gast.Attribute):
                yield func.value
                yield from args if func.attr == "extend" else ()
        case gast.Subscript(value=part) | gast.UnaryOp(operand=part) | gast.Starred(value=part):
            yield part
        case gast.BinOp(left=left, right=right):
            yield from (left, right)
        case gast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case gast.For(iter=items) | gast.comprehension(iter=items):
            yield from items.args if callee_of(items) in WALKING else [items]
        case gast.If(test=part) | gast.While(test=part) | gast.IfExp(test=part):
            yield part


def perhaps_same(tree: gast.FunctionDef, title: str, lists: set[str]) -> set[str]:
    """Return which names of lists may stand for one of them, or for what holds it or is in it.

    The caller may give one list several times.

    >>> from srcdiff.syntax import function
    >>> text = "def f(a, b, c):\\n    d = a if c else [b]\\n    e = [c]\\n    g = d\\n    h = e"
    >>> [sorted(perhaps_same(function(text), title, set("abdegh"))) for title in "ge"]
    [['a', 'b', 'd', 'g'], ['e', 'h']]
    """
    groups = [lists & set(parameters(tree))]
    for statement in walk_statements(tree.body):
        match statement:
            case gast.For(target=target, iter=value) | gast.Assign(targets=[target], value=value):
                groups += [{t, n} for t in writes(target) for n in may_be(value) if lists & {t, n}]
    return connected({title}, groups) & lists


def may_be(value: Expression) -> Iterator[str]:
    """Yield the names of what a value may be, hold or be a part of, if it is a list."""
    match value:
        case gast.Name(id=title):
            yield title
        case gast.Subscript(value=part) | gast.Starred(value=part):
            yield from may_be(part)
        case gast.IfExp(body=body, orelse=orelse):
            yield from (*may_be(body), *may_be(orelse))
        case gast.BoolOp(values=parts) | gast.Tuple(elts=parts) | gast.List(elts=parts):
            for part in parts:
                yield from may_be(part)
        case gast.Call(func=func, args=parts) if not dotted(func).startswith("np."):
            for part in parts:
                yield from may_be(part)
