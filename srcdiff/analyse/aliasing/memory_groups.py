"""Which names may stand for the same memory, as far as the statements of a function tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import gast

from srcdiff.analyse.aliasing.new_memory import is_new
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import operation
from srcdiff.syntax import base, dotted, targets, walk


class Groups:
    """Names in groups: those of one value, or of values that may share memory."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.group: dict[str, str] = {}
        for first, second in pairs:
            self.group[self.root(first)] = self.root(second)

    def root(self, title: str) -> str:
        """Return one name for all of a group."""
        while title in self.group and self.group[title] != title:
            title = self.group[title]
        return title

    def roots(self, titles: Iterable[str]) -> set[str]:
        """Return the names for some groups."""
        return set(map(self.root, titles))

    def several(self, titles: Iterable[str]) -> set[str]:
        """Return the names for the groups of several variables."""
        found: dict[str, set[str]] = {}
        for title in titles:
            found.setdefault(self.root(title), set()).add(base(title))
        return {root for root, variables in found.items() if len(variables) > 1}


def memory_groups(statements: Iterable[gast.Assign], kinds: Mapping[str, Type]) -> Groups:
    """Return the arrays that may share memory, in groups; `kinds` are the types of all names.

    >>> from srcdiff.syntax import statements
    >>> body = statements("b = a[1:]\\nc = a + 1.0\\nd = h(c, x)")
    >>> known = dict.fromkeys("abcdx", numba_types.Array(numba_types.float64, 1, "C"))
    >>> found = memory_groups(body, known)
    >>> [found.root(n) == found.root("a") for n in "bc"], found.root("d") == found.root("c")
    ([True, False], True)
    """
    return Groups(pair for s in statements for pair in sharing(s, kinds))


def sharing(statement: gast.Assign, kinds: Mapping[str, Type]) -> Iterator[tuple[str, str]]:
    """Return names of arrays that may share memory from a statement on."""
    value = statement.value
    found = operation(value)
    if found is not None and not found.is_user and is_new(found) and not changed(statement):
        return
    used = [node.id for node in walk(value) if isinstance(node, gast.Name)]
    together = [n for n in (*targets(statement), *used) if dimensions(kinds.get(n)) is not None]
    yield from ((together[0], other) for other in together[1:])


def changed(statement: gast.Assign) -> list[str]:
    """Return the name of what an augmented assignment changes, if a statement is one."""
    value = statement.value
    is_change = isinstance(value, gast.Call) and dotted(value.func).startswith("operator.i")
    return [dotted(value.args[0])] if is_change else []


def dimensions(kind: Type | None) -> int | None:
    """Return how many dimensions the arrays of a type have, None for any other type."""
    return kind.ndim if isinstance(kind, numba_types.Array) else None
