"""The results of a function in core form."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.syntax import Expression


def result_names(tree: gast.FunctionDef) -> tuple[Expression, ...]:
    """Return the expressions that a function returns, those in tuples inside a tuple, too."""
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, gast.Return) or last.value is None:
        return ()
    return tuple(parts_of(last.value))


def parts_of(value: Expression) -> Iterator[Expression]:
    """Return the parts of a tuple, and of the tuples in it, from left to right."""
    if not isinstance(value, gast.Tuple):
        yield value
        return
    for part in value.elts:
        yield from parts_of(part)
