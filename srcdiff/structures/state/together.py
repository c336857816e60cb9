"""Assignments of several variables, each of what there was before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import gast

from srcdiff.syntax import Expression, Statement, assign, clone, tuple_of, unpack, walk

Write: TypeAlias = tuple[str, Expression]


def together(writes: list[Write]) -> Iterator[Statement]:
    """Return assignments of variables, all at once if one reads what another binds.

    >>> from srcdiff.syntax import expression, function, locate, unparse, with_body
    >>> tree, first = function("def f(a, b): pass"), ("a", expression("b"))
    >>> for second in ("c", first[1]), ("b", expression("2 * a")):
    ...     print(unparse(with_body(tree, [locate(s, tree) for s in together([first, second])])))
    def f(a, b):
        a = b
        c = b
    def f(a, b):
        a, b = (b, 2 * a)
    """
    bound: set[str] = set()
    clashes = False
    for title, tree in writes:
        read = {n.id for n in walk(tree) if isinstance(n, gast.Name)}
        clashes = clashes or bool(read & bound)
        bound.add(title)
    if clashes:
        yield unpack([title for title, _ in writes], tuple_of([clone(t) for _, t in writes]))
        return
    for title, tree in writes:
        yield assign(title, clone(tree))
