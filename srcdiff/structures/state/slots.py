"""Which names a function binds, and how often."""

from __future__ import annotations

from collections import Counter

import gast

from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import all_parameters, walk

YIELDS = (gast.Yield, gast.YieldFrom)
LOOPS = (gast.For, gast.While)


def slots(tree: gast.FunctionDef) -> set[str]:
    """Return the names that a function binds more than once, or in a loop.

    >>> from srcdiff.syntax import function
    >>> sorted(slots(function("def f(a, b):\\n  a = c = b\\n  for i in b:\\n    d = a")))
    ['a', 'd', 'i']
    """
    counts = Counter(p.id for p in all_parameters(tree))
    inside: set[str] = set()
    for node in walk(tree):
        if isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Store, gast.Del)):
            counts[node.id] += 1
        if isinstance(node, LOOPS):
            inside |= bound_names([node])
    return {title for title, count in counts.items() if count > 1} | inside


def yields(tree: gast.FunctionDef) -> bool:
    """Return True if a function is a generator.

    >>> from srcdiff.syntax import function
    >>> yields(function("def f(x): yield x")), yields(function("def f(x): return x"))
    (True, False)
    """
    return any(isinstance(node, YIELDS) for statement in tree.body for node in walk(statement))


def nonlocals(tree: gast.FunctionDef) -> set[str]:
    """Return the names that functions inside bind anew."""
    return {t for node in walk(tree) if isinstance(node, gast.Nonlocal) for t in node.names}


def bound_once(tree: gast.FunctionDef) -> set[str]:
    """Return the names that keep their first value."""
    return {n.id for n in walk(tree) if isinstance(n, gast.Name)} & (
        bound_names(tree.body) | {p.id for p in all_parameters(tree)}
    ) - slots(tree)
