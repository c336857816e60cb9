"""Names that begin with two underscores, as Python spells them in the body of a class."""

from __future__ import annotations

import copy
from types import FunctionType
from typing import Any

import gast


def with_private_names(tree: gast.FunctionDef, function: FunctionType) -> gast.FunctionDef:
    """Return the definition of a method with its private names as they are spelled when it runs.

    >>> class Model:
    ...     def rate(self): return self.__k
    >>> tree = gast.parse("def rate(self): return self.__k").body[0]
    >>> gast.unparse(with_private_names(tree, Model.rate).body[0])
    'return self._Model__k'
    """
    parts = function.__qualname__.split("<locals>.")[-1].split(".")
    owner = parts[-2].lstrip("_") if len(parts) > 1 else ""
    if not owner or not any(map(is_private, names_of(tree))):
        return tree
    new = copy.deepcopy(tree)
    for node in gast.walk(new):
        for field in ("id", "attr", "arg", "name"):
            title = getattr(node, field, None)
            if node is not new and is_private(title):
                setattr(node, field, f"_{owner}{title}")
    return new


def names_of(tree: gast.AST) -> list[Any]:
    """Return all identifiers in a tree."""
    fields = ("id", "attr", "arg", "name")
    return [getattr(node, field, None) for node in gast.walk(tree) for field in fields]


def is_private(title: Any) -> bool:
    """Return True if a name is one that Python spells with the name of the class.

    >>> is_private("__k"), is_private("__init__"), is_private("_k")
    (True, False, False)
    """
    return isinstance(title, str) and title.startswith("__") and not title.endswith("__")
