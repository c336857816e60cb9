"""Lists of lists that are as good as lists of tuples: equally long, and only read."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.normalise.containers.appends import is_append
from srcdiff.syntax import Expression, bottom_up, callee_of, locate, walk, whole_target

ITERATORS = {"enumerate", "len", "reversed", "zip"}


def with_tuples(title: str, tree: gast.FunctionDef) -> gast.FunctionDef | None:
    """Return the function with tuples in a list of lists, None where these may change.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x):\\n  a = []\\n  a.append([x, 1])\\n  for p, q in a:\\n    x += p * q"
    >>> print(unparse(with_tuples("a", function(text))))
    def f(x):
        a = []
        a.append((x, 1))
        for p, q in a:
            x += p * q
    >>> with_tuples("a", function(text + "\\n  a[0][1] = x")) is None
    True
    """
    rows = [row for node in walk(tree) for row in rows_put_in(node, title)]
    if not all(isinstance(row, gast.List) and row.elts for row in rows):
        return None
    known = {id(part) for node in walk(tree) for part in read_in(node, title)}
    used = [n for n in walk(tree) if isinstance(n, gast.Name) and n.id == title]
    reads = [n for n in used if isinstance(n.ctx, gast.Load)]
    inner = {len(row.elts) for row in rows}
    if len(inner) != 1 or not all(id(n) in known for n in reads):
        return None
    own = {id(row) for row in rows}

    def change(node: Any) -> Any:
        return locate(gast.Tuple(node.elts, gast.Load()), node) if id(node) in own else node

    return bottom_up(tree, change)


def rows_put_in(node: gast.AST, title: str) -> list[Expression]:
    """Return the lists that a statement puts into a list; what is no list for other uses."""
    if isinstance(node, gast.Assign) and whole_target(node) == title:
        return list(node.value.elts) if isinstance(node.value, gast.List) else [node.value]
    return [node.value.args[0]] if is_append(node, title) else []


def read_in(node: gast.AST, title: str) -> list[gast.AST]:
    """Return the names of a list in a node that only read it, or append to it."""
    match node:
        case gast.For(iter=part) | gast.comprehension(iter=part):
            return [part]
        case gast.Call(args=parts) if callee_of(node) in ITERATORS:
            return list(parts)
        case gast.Expr() if is_append(node, title):
            return [node.value.func.value]
        case gast.Subscript(value=gast.Subscript(value=part), ctx=gast.Load()):
            return [part]  # a part of a tuple
        case gast.Assign(targets=[gast.Tuple()], value=gast.Subscript(value=part)):
            return [part]
    return []
