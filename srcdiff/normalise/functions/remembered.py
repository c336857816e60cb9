"""Functions inside a function that remember their results: `@functools.cache`, `@lru_cache`."""

from __future__ import annotations

from functools import cache, lru_cache

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import all_names, reads, root, walk, writes

CACHES = (cache, lru_cache)
LOOPS = (gast.For, gast.While)


def check_remembered(node: gast.FunctionDef, around: gast.FunctionDef) -> None:
    """Raise UnsupportedSyntax where what a function remembers may differ from what it gives now.

    That is where it changes a variable of the function around it, or reads one that changes.

    >>> from srcdiff.syntax import function
    >>> around = function('''
    ... def f(x):
    ...     @cache
    ...     def g(k): return x * k
    ...     x = g(2) * x
    ...     return g(2)
    ... ''')
    >>> try: check_remembered(around.body[0], around)
    ... except UnsupportedSyntax as error: print(error.args[0].splitlines()[0])
    `g` remembers results, and `x` changes
    """
    outer = [part for part in walk(node) if isinstance(part, (gast.Nonlocal, gast.Global))]
    own = (writes(node.body) | all_names(node.args)) - {n for part in outer for n in part.names}
    for title in sorted(reads(node.body) - own - {node.name}):
        if changes(title, node, around):
            raise UnsupportedSyntax(
                f"`{node.name}` remembers results, and `{title}` changes",
                node,
                f"pass `{title}` as an argument, or leave the decorator out",
            )


def changes(title: str, node: gast.FunctionDef, around: gast.FunctionDef) -> bool:
    """Return True if a variable is bound twice, or may be changed in place."""
    count: int = sum(isinstance(p, gast.Name) and p.id == title for p in walk(around.args))
    for part in walk(around):
        if isinstance(part, gast.Name) and part.id == title and isinstance(part.ctx, gast.Store):
            count += 1
        is_store = isinstance(part, (gast.Subscript, gast.Attribute))
        if is_store and isinstance(part.ctx, gast.Store) and root(part) == title:
            return True
        if isinstance(part, gast.Expr) and title in reads(part):
            return True  # which may be called for what it does to an array or a list
        if isinstance(part, gast.Nonlocal) and title in part.names:
            return True
        if isinstance(part, LOOPS) and not any(inner is node for inner in walk(part)):
            count += title in writes([part])
    return count > 1
