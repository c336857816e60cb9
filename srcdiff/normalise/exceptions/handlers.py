"""Which exceptions the handlers of a `try` take."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.exceptions.caught import Groups
from srcdiff.syntax import Expression, dotted, members


def class_of(tree: Expression, constants: Mapping[str, Any]) -> type | None:
    """Return the exception that a name stands for, or None."""
    title = dotted(tree.func if isinstance(tree, gast.Call) else tree)
    value = constants.get(title, getattr(builtins, title, None))
    return value if isinstance(value, type) and issubclass(value, BaseException) else None


def classes(handler: gast.ExceptHandler, constants: Mapping[str, Any]) -> tuple[type, ...]:
    """Return the exceptions that a handler takes.

    Raises UnsupportedSyntax where that is not known.
    """
    if handler.type is None:
        return (BaseException,)
    parts = members(handler.type)
    found = [class_of(part, constants) for part in parts]
    known = tuple(kind for kind in found if kind is not None)
    if len(known) < len(found):
        raise UnsupportedSyntax(
            "which exceptions this takes is not known", handler.type, "name their classes here"
        )
    return known


def groups_of(statement: gast.Try, constants: Mapping[str, Any]) -> Groups:
    """Return the exceptions that each handler of a `try` takes."""
    return tuple(classes(handler, constants) for handler in statement.handlers)
