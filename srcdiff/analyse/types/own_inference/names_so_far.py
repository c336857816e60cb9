"""The types that names have at each place of a function: those of the values that get there.

A name may stand for an integer before a loop and for a float in it. What reads it in between has
the type of an integer, so each place has types of its own, joined where paths join; the type of
the name as a whole is one that all its values fit.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from srcdiff.analyse.types.own_inference.bindings import bindings_in, is_no_value
from srcdiff.analyse.types.own_inference.expression_types import Untyped, unified
from srcdiff.analyse.types.types import Type
from srcdiff.core.fixed_points import settled
from srcdiff.syntax import Statement

Here = Mapping[str, Type | None]  # None for a name that is not bound yet


class NamesSoFar:
    """The types of names here, those of all their values, and what loops pass on.

    `changed` says that a type may still change in a further round through the function, `missed`
    that one was asked for before it was known, `is_new` that one is known now that was not, and
    `is_unsure` that only Numba can tell which values there are after a loop.
    """

    def __init__(self, names: dict[str, Type], bindings: dict[str, list[Any]]) -> None:
        self.names = names
        self.of_all = dict(names)
        self.bindings = bindings
        self.changed = self.missed = self.is_new = self.is_unsure = False
        self.passed_on: dict[Statement, Here] = {}
        self.bound: dict[Statement, tuple[str, ...]] = {}

    @contextlib.contextmanager
    def until_known(self, *bound: str) -> Iterator[None]:
        """Leave what cannot be typed yet to the next round, and the names that it binds."""
        try:
            yield
        except Untyped:
            self.missed = True
            for name in bound:
                self.names.pop(name, None)

    def without_value(self, unknown: set[str]) -> set[str]:
        """Return the names that are bound to no value, or only to one another's."""
        return settled(
            unknown,
            lambda left: {n for n in left if all(is_no_value(v, left) for v in self.bindings[n])},
        )

    def enter(self, name: str, kind: Type) -> None:
        """Enter the type of the value that a name is bound to here."""
        self.names[name] = kind
        old = self.of_all.get(name)
        if old is None:
            self.is_new = True
        self.of_all[name] = kind if old is None else unified(old, kind)

    def join(self, others: Here) -> None:
        """Enter the types of names on another path that leads here."""
        for name, kind in others.items():
            if kind is not None:
                self.enter(name, unified(self.names.get(name, kind), kind))

    def here(self, names: Iterable[str]) -> Here:
        """Return the types that names have here."""
        return {name: self.names.get(name) for name in names}

    def go_back(self, before: Here) -> None:
        """Give names the types again that they had before a path."""
        for name, kind in before.items():
            if kind is None:
                self.names.pop(name, None)
            else:
                self.names[name] = kind

    def bound_in(self, statement: Statement) -> tuple[str, ...]:
        """Return the names that are bound in a loop, or in a branch."""
        if statement not in self.bound:
            self.bound[statement] = tuple(bindings_in([statement]))
        return self.bound[statement]

    @contextlib.contextmanager
    def repeated(self, loop: Statement) -> Iterator[None]:
        """Join what a loop passes on to its next iteration to what there was before it."""
        names = self.bound_in(loop)
        self.join(self.passed_on.get(loop, {}))
        first = self.here(names)
        yield
        self.join(first)
        self.passed_on[loop] = self.here(names)
        for name, kind in self.passed_on[loop].items():
            if first[name] is None:
                self.is_new |= kind is not None
            else:
                self.changed |= kind != first[name]
