"""The types that names have on the paths through a function: where they part, join and repeat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import gast

from srcdiff.analyse.types.own_inference.bindings import ends_block
from srcdiff.analyse.types.own_inference.constant_tests import Constants
from srcdiff.analyse.types.own_inference.expression_types import Expressions
from srcdiff.analyse.types.own_inference.names_so_far import NamesSoFar
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.analyse.types.types import types
from srcdiff.syntax import Block, Statement, has_operator


class Paths(NamesSoFar, ABC):
    """The way through branches and loops; `first` is what is known where loops begin."""

    expressions: Expressions
    first: Mapping[Statement, Constants]

    @abstractmethod
    def block(self, block: Block) -> None:
        """Find the types in a block."""

    def loop(self, statement: gast.For) -> None:
        """Find the types in a loop over a range."""
        if statement.orelse or not isinstance(statement.target, gast.Name):
            raise Undecided
        kind = None
        with self.until_known(statement.target.id):
            kind = self.expressions.type_of(statement.iter)
            if not isinstance(kind, types.RangeType):
                raise Undecided
        with self.repeated(statement):
            if kind is not None:
                self.enter(statement.target.id, kind.iterator_type.yield_type)
            self.block(statement.body)

    def branch(self, statement: gast.If) -> None:
        """Find the types in branches, and those of names where they join."""
        with self.until_known():
            self.expressions.check_test(statement.test)
        self.both_branches(statement)

    def both_branches(self, statement: gast.If) -> None:
        """Find the types in both branches, and those of names where they join."""
        names = self.bound_in(statement)
        before = self.here(names)
        self.block(statement.body)
        first = self.here(names)
        self.go_back(before)
        self.block(statement.orelse)
        if ends_block(statement.orelse):
            self.go_back(first)
        elif not ends_block(statement.body):
            self.join(first)

    def repetition(self, statement: gast.While) -> None:
        """Find the types in a loop with a condition."""
        names, is_known = self.bound_in(statement), self.is_known_first(statement)
        with self.repeated(statement):
            with self.until_known():
                self.expressions.check_test(statement.test)
            self.block(statement.body)
            last = self.here(names)
        here = self.here(names)
        differ = (types.unliteral(last[n]) != types.unliteral(here[n]) for n in names)
        self.is_unsure |= is_known and any(differ)

    def is_known_first(self, loop: gast.While) -> bool:
        """Return True if Numba may see that a loop begins: no value from before is one after it.

        Raises Undecided if it may see that the loop never begins.
        """
        is_joined = has_operator(loop.test, gast.And)
        parts = loop.test.values if is_joined else [loop.test]
        truths = [self.first[loop].truth(part) for part in parts]
        if False in truths:
            raise Undecided
        return True in truths
