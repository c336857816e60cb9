"""Kinds of names that depend on each other: found until none of them changes any more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Set
from typing import Generic, TypeVar

import gast

from srcdiff.analyse.types.own_inference.bindings import bindings
from srcdiff.syntax import parameters, walk_statements

K = TypeVar("K")
NOTHING: frozenset[str] = frozenset()


class NameKinds(ABC, Generic[K]):
    """The kinds of the names of a core form; `given` are parameters and global arrays.

    Subclasses set what `bound_to` needs before they call `__init__`.
    """

    def __init__(self, tree: gast.FunctionDef, outside: Set[str] = NOTHING) -> None:
        self.given = set(parameters(tree)) | outside
        self.counters = {s.target.id for s in walk_statements(tree.body) if isinstance(s, gast.For)}
        self.bound = bindings(tree)
        self.names: dict[str, K] = {}
        while (new := {title: self.bound_to(title) for title in self.bound}) != self.names:
            self.names = new

    @abstractmethod
    def bound_to(self, title: str) -> K:
        """Return the kind of the values of a name, as far as it is known yet."""
