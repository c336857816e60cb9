"""The types that names have so far, while those of a function are found."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from srcdiff.analyse.types.own_inference.bindings import is_copied, is_no_value
from srcdiff.analyse.types.own_inference.expression_types import Untyped, unified
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import Type, types
from srcdiff.core.fixed_points import settled
from srcdiff.syntax import Statement


class NamesSoFar:
    """The types of names, and of those that a loop passes on to its next iteration."""

    def __init__(self, names: dict[str, Type], bindings: dict[str, list[Any]]) -> None:
        self.names = names
        self.bindings = bindings
        self.changed = self.missed = self.is_new = self.is_strict = False
        self.around: list[Statement] = []  # the loops that a statement is in
        self.carried: dict[Statement, set[str]] = {}  # what they pass on to the next iteration
        self.passed_on: dict[Statement, dict[str, Type]] = {}

    @contextlib.contextmanager
    def until_known(self) -> Iterator[None]:
        """Leave what cannot be typed yet to the next round."""
        try:
            yield
        except Untyped:
            self.missed = True

    def without_value(self, unknown: set[str]) -> set[str]:
        """Return the names that are bound to no value, or only to one another's."""
        return settled(
            unknown,
            lambda left: {n for n in left if all(is_no_value(v, left) for v in self.bindings[n])},
        )

    def add(self, name: str, kind: Type) -> None:
        """Enter the type of a value that a name is bound to, perhaps for the next iteration."""
        for loop in reversed(self.around):
            if name in self.carried[loop]:
                passed_on = self.passed_on[loop]
                new = unified(passed_on.get(name, kind), kind)
                self.changed |= passed_on.get(name) != new
                passed_on[name] = new
                return
        self.enter(name, kind)

    def enter_all(self, found: Mapping[str, Type]) -> None:
        """Enter the types of names."""
        for name, kind in found.items():
            self.enter(name, kind)

    def enter(self, name: str, kind: Type) -> None:
        """Enter the type of a value that a name is bound to."""
        old = self.names.get(name)
        if old == kind:
            return
        new = kind if old is None else unified(old, kind)
        if new == old:
            if types.unliteral(kind) != types.unliteral(old):
                self.check_copies(name)
            return
        if old is not None and types.unliteral(new) != types.unliteral(old):
            self.check_copies(name)
        self.names[name] = new
        if old is None:
            self.is_new = True
        else:
            self.changed = True

    def check_copies(self, name: str) -> None:
        """Make sure that where a name of several types is read, all its values can get to."""
        made = self.bindings[name]
        copied = all(is_copied(value) for value in made) and not self.is_strict
        if len(made) > 1 and not copied:
            raise Undecided
