"""Refuse functions inside and imports that are used before they are bound: Python raises."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import all_parameters, reads, walk

LATER = (gast.FunctionDef, gast.Lambda, gast.GeneratorExp)  # what they read, they read when called


@needs(gast.FunctionDef, gast.Import, gast.ImportFrom)
def check_read_early(tree: gast.FunctionDef) -> None:
    """Refuse names that are read before the only statements that bind them, `def` or `import`.

    What stands in a branch may never run; what functions inside read may be bound by then. Raises
    UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_read_early(function("def f(x): z = sine(x); from math import sin as sine; return z"))
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: `sine` has no value here, so that the function always raises
      = put what binds it before
    """
    waiting = late_names(tree)
    for statement in tree.body if waiting else []:
        own = {title for part in walk(statement) for title in bound_by(part)}
        simple = not hasattr(statement, "body") and not any(
            isinstance(part, LATER) for part in walk(statement)
        )
        part = statement if simple else getattr(statement, "test", None)
        early = (reads(part) & waiting - own) if part is not None else set()
        for title in sorted(early):
            raise UnsupportedSyntax(
                f"`{title}` has no value here, so that the function always raises",
                statement,
                "put what binds it before",
            )
        waiting -= own


def late_names(tree: gast.FunctionDef) -> set[str]:
    """Return the names that only functions inside and imports bind."""
    every = {title for part in inside(tree) for title in bound_by(part)}
    other = {n.id for n in inside(tree) if isinstance(n, gast.Name) and is_stored(n)}
    return every - other - {parameter.id for parameter in all_parameters(tree)}


def inside(tree: gast.FunctionDef) -> Iterator[gast.AST]:
    """Yield the nodes of the body of a function."""
    return (node for statement in tree.body for node in walk(statement))


def bound_by(part: gast.AST) -> list[str]:
    """Return the names that a function inside or an import binds."""
    if isinstance(part, gast.FunctionDef):
        return [part.name]
    if isinstance(part, (gast.Import, gast.ImportFrom)):
        return [alias.asname or alias.name.split(".")[0] for alias in part.names]
    return []


def is_stored(part: gast.Name) -> bool:
    """Return True if a name is bound or deleted."""
    return not isinstance(part.ctx, gast.Load)
