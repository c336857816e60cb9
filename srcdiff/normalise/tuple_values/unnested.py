"""Return the parts of tuples in a tuple one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import gast

from srcdiff.syntax import Expression, locate, tuple_of, with_body


def unnested(tree: gast.FunctionDef, is_empty: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function with all its results in one tuple.

    `is_empty` tells which names stand for a tuple without parts.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y): return (x, (y, ())), 2.0, z")
    >>> print(unparse(unnested(tree, lambda name: name == "z")))
    def f(x, y):
        return (x, y, 2.0)
    """
    last = tree.body[-1] if tree.body else None
    value = getattr(last, "value", None)
    if not isinstance(last, gast.Return) or not isinstance(value, gast.Tuple):
        return tree
    flat = locate(gast.Return(tuple_of(list(parts(value, is_empty)))), last)
    return with_body(tree, [*tree.body[:-1], flat])


def parts(value: Expression, is_empty: Callable[[str], bool]) -> Iterator[Expression]:
    """Yield the parts of a tuple, and those of the tuples in it, from left to right."""
    if isinstance(value, gast.Tuple):
        for part in value.elts:
            yield from parts(part, is_empty)
    elif not isinstance(value, gast.Name) or not is_empty(value.id):
        yield value
