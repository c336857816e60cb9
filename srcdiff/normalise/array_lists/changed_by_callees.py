"""Which lists a function gives to functions that change them."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import CHANGING
from srcdiff.errors import NoSource
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Source, source_of
from srcdiff.syntax import dotted, parameters, walk, writes


def changed_by_callees(source: Source, seen: frozenset[int] = frozenset()) -> frozenset[str]:
    """Return the names of lists that functions change which a function gives them to.

    That is by methods such as `append`, or in what their elements hold, as by `rows[0][1] = x`.
    Functions inside may change lists of the function around them.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function
    >>> def grow(found, u):
    ...     found.append(u)
    >>> tree = function("def f(x):\\n    rows = [x]\\n    grow(rows, x)\\n    return rows[-1]")
    >>> sorted(changed_by_callees(Source(None, tree, {"grow": grow}, Origin("f", "", 1, 0, []))))
    ['rows']
    """
    found: set[str] = set()
    for node in walk(source.tree):
        if isinstance(node, gast.Call) and node.args:
            called = source.namespace.get(dotted(node.func))
            changed = changed_positions(called, seen) if callable(called) else ()
            found |= {dotted(node.args[k]) for k in changed if k < len(node.args)}
        if isinstance(node, gast.FunctionDef) and node is not source.tree:
            own = {*parameters(node), *writes(node.body)}
            found |= {title for part in walk(node) if (title := changed_here(part))} - own
    return frozenset(found) - {""}


def changed_positions(function: Any, seen: frozenset[int]) -> tuple[int, ...]:
    """Return the positions of the parameters that a function changes as only lists can be."""
    if id(function) in seen or not isinstance(unwrapped(function), FunctionType):
        return ()
    if (function.__module__ or "").startswith("numpy"):
        return ()  # which has no lists of arrays
    try:
        source = source_of(function)
    except NoSource:
        return ()
    changed = {title for node in walk(source.tree) for title in [changed_here(node)] if title}
    changed |= changed_by_callees(source, seen | {id(function)})
    return tuple(k for k, p in enumerate(parameters(source.tree)) if p in changed)


def changed_here(node: gast.AST) -> str:
    """Return the name that a node changes as only lists can be, or "".

    >>> from srcdiff.syntax import expression, statements
    >>> changed_here(expression("a.append(x)")), changed_here(expression("a.copy()"))
    ('a', '')
    >>> changed_here(statements("b[0][1] = x")[0].targets[0])
    'b'
    """
    match node:
        case gast.Call(func=gast.Attribute(value=gast.Name(id=title), attr=method)):
            return title if method in CHANGING else ""
        case gast.Subscript(value=gast.Subscript(value=gast.Name(id=title)), ctx=gast.Store()):
            return str(title)
    return ""
