"""Make the imports of a function before it runs: what they bind are free names."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import Source
from srcdiff.syntax import (
    Statement,
    all_parameters,
    each_statement,
    walk_statements,
    writes,
)

IMPORTS = (gast.Import, gast.ImportFrom)


@needs(gast.Import, gast.ImportFrom)
def imports(source: Source) -> Source:
    """Return a function without imports.

    What cannot be imported stays, as it may stand where it never runs. Raises
    UnsupportedSyntax for names that stand for something else, too.

    >>> from srcdiff.front.parse import source_of
    >>> from srcdiff.syntax import unparse
    >>> def f(x):
    ...     from math import sin as sine
    ...     return sine(x)
    >>> found = imports(source_of(f))
    >>> print(unparse(found.tree))
    def f(x):
        return sine(x)
    >>> found.namespace["sine"]
    <built-in function sin>
    """
    found = bindings(source.tree, source.namespace)
    if not found:
        return source
    values: dict[str, Any] = {}
    titles = {title for own in found.values() for title in own}
    kept = without(source.tree, [*found, *deletions(source.tree, titles)])
    local = {parameter.id for parameter in all_parameters(source.tree)} | writes(kept.body)
    for statement, own in found.items():
        for title, value in own.items():
            if title in local or values.setdefault(title, value) is not value:
                raise UnsupportedSyntax(
                    f"`{title}` is imported, and stands for something else, too",
                    statement,
                    "use two names",
                )

    return replace(source, tree=kept, namespace={**source.namespace, **values})


def deletions(tree: gast.FunctionDef, titles: set[str]) -> list[Statement]:
    """Return the statements that delete some names, and nothing else."""
    every = [s for s in walk_statements(tree.body) if isinstance(s, gast.Delete)]
    return [s for s in every if all(getattr(part, "id", "") in titles for part in s.targets)]


def without(tree: gast.FunctionDef, gone: Collection[Statement]) -> gast.FunctionDef:
    """Return a function without some statements."""
    return each_statement(tree, lambda statement: [] if statement in gone else [statement])


def imported(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the imports of a function bind, by name."""
    own = bindings(tree, namespace).values()
    return {title: value for values in own for title, value in values.items()}


def bindings(
    tree: gast.FunctionDef, namespace: Mapping[str, Any]
) -> dict[Statement, dict[str, Any]]:
    """Return the imports of a function that succeed, and what they bind."""
    found: dict[Statement, dict[str, Any]] = {}
    for statement in walk_statements(tree.body):
        if isinstance(statement, IMPORTS):
            try:
                found[statement] = dict(bound_by(statement, namespace))
            except (ImportError, AttributeError):
                continue
    return found


def bound_by(statement: Statement, namespace: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return the names that an import binds, and their values."""
    if isinstance(statement, gast.Import):
        for alias in statement.names:
            module = importlib.import_module(alias.name)
            first = alias.name.split(".")[0]
            yield alias.asname or first, module if alias.asname else importlib.import_module(first)
        return
    package = namespace.get("__package__") or str(namespace.get("__name__", "")).rpartition(".")[0]
    path = "." * (statement.level or 0) + (statement.module or "")
    module = importlib.import_module(path, package)
    for alias in statement.names:
        if not hasattr(module, alias.name):
            importlib.import_module(f"{module.__name__}.{alias.name}")
        yield alias.asname or alias.name, getattr(module, alias.name)
