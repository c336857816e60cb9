"""Refuse uses of deques in which the lists that stand for them would differ."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import all_names, callee_of, children, dotted, walk, walk_statements

READERS = {
    *("all", "any", "bool", "enumerate", "filter", "len", "list", "map", "max", "min", "print"),
    *("reversed", "sorted", "sum", "tuple", "zip"),
}
CHANGING = {
    *("append", "appendleft", "clear", "extend", "extendleft", "insert", "pop", "popleft"),
    *("remove", "reverse", "rotate"),
}
STATEMENTS = CHANGING - {"pop", "popleft"}  # which are no values
HOLDERS = (gast.Attribute, gast.Subscript, gast.For, gast.comprehension, gast.Starred)
CONDITIONS = (gast.If, gast.While, gast.IfExp, gast.BoolOp, gast.UnaryOp, gast.Compare)


def check_uses(tree: gast.FunctionDef, ends: Mapping[str, bool]) -> None:
    """Refuse what lists do in another way than deques, which are named with whether they have ends.

    Raises UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_uses(function("def f(x):\\n  for e in q: x += e\\n  return x + sum(q)"), {"q": True})
    >>> check_uses(function("def f(x):\\n  for e in q:\\n    q.append(e)"), {"q": True})
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: `q`, a deque, changes while it is walked over, which is an error
      = walk over a copy: `for x in list(q):`
    """
    check_walks(tree, ends)
    called = {id(n.value) for n in walk(tree) if isinstance(n, gast.Expr)}
    for node in walk(tree):
        check_method(node, ends, id(node) in called)
        for part in children(node):
            title = dotted(part) if isinstance(part, gast.Name) else ""
            if title in ends and isinstance(part.ctx, gast.Load):
                check_whole(node, part, ends[title])


def check_walks(tree: gast.FunctionDef, ends: Mapping[str, bool]) -> None:
    """Refuse loops over deques in which these change: Python raises RuntimeError."""
    for statement in walk(tree):
        if not isinstance(statement, gast.For):
            continue
        walked = {title for title in all_names(walked_in(statement.iter)) if title in ends}
        for node in (n for s in walk_statements(statement.body) for n in walk(s)):
            if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
                continue
            title = dotted(node.func.value)
            if title in walked and node.func.attr in CHANGING:
                raise UnsupportedSyntax(
                    f"`{title}`, a deque, changes while it is walked over, which is an error",
                    node,
                    f"walk over a copy: `for x in list({title}):`",
                )


def walked_in(source: gast.AST) -> gast.AST:
    """Return what a loop goes through itself, and not by a copy."""
    if callee_of(source) in ("enumerate", "reversed", "zip", "map", "filter"):
        return gast.Tuple([walked_in(part) for part in source.args], gast.Load())
    return source if isinstance(source, gast.Name) else gast.Tuple([], gast.Load())


def check_method(node: gast.AST, ends: Mapping[str, bool], is_statement: bool) -> None:
    """Refuse methods in expressions that give nothing, and `insert` where there is an end."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
        return
    title, method = dotted(node.func.value), node.func.attr
    if title not in ends:
        return
    if method in STATEMENTS and not is_statement:
        raise UnsupportedSyntax(
            f"`{title}.{method}` is called inside an expression",
            node,
            "call it in a statement of its own",
        )
    if method in ("insert", "copy") and ends[title]:
        raise UnsupportedSyntax(
            f"`{method}` of a deque with `maxlen` is not supported yet",
            node,
            f"make a list first: `list({title})`",
        )


def check_whole(around: gast.AST, node: gast.Name, has_end: bool) -> None:
    """Refuse a deque that is given away as a whole, where its class or its end would matter."""
    title = node.id
    callee = callee_of(around)
    if isinstance(around, gast.Return):
        raise UnsupportedSyntax(
            f"`{title}`, a deque, is returned, which is not supported yet",
            node,
            f"return a list: `list({title})`",
        )
    known = isinstance(around, (*HOLDERS, *CONDITIONS)) or callee in READERS
    if has_end and not known and not callee.startswith("np."):
        raise UnsupportedSyntax(
            f"`{title}`, a deque with `maxlen`, is used as a whole",
            node,
            f"use its elements, or a list of them: `list({title})`",
        )
