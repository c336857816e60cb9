"""Branches and `with`."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.structures.state.losses import is_lossy
from srcdiff.structures.state.values import State
from srcdiff.structures.statements.contexts import with_object
from srcdiff.structures.statements.statements import Statements
from srcdiff.syntax import Block, Expression, rebuild


class Branches(Statements):
    """Takes branches apart."""

    def statement_if(self, statement: gast.If) -> None:
        """Take a condition apart; one that is known leaves one branch."""
        rest = self.rest()
        test = self.value(statement.test)
        found = self.truth(test)
        if found is not None:
            self.take([*(statement.body if found else statement.orelse), *rest])
            return
        own = self.tested(test, statement.test).tree
        parts = ([*statement.body, *rest], [*statement.orelse, *rest])
        self.branch(own, *parts, statement, statement.test)

    def branch(
        self,
        test: Expression,
        body: Block,
        orelse: Block,
        place: gast.AST,
        asked: Expression | None = None,
    ) -> None:
        """Take both branches of a condition apart, which is written as `asked`."""

        def way(part: Block, is_true: bool) -> None:
            self.suppose(self.facts(asked, is_true) if asked is not None else {})
            self.take(part)

        self.by_condition(test, lambda: way(body, True), lambda: way(orelse, False), place)

    def by_condition(
        self,
        test: Expression,
        then: Callable[[], None],
        other: Callable[[], None],
        place: gast.AST,
    ) -> None:
        """Write a condition: what runs where it holds, and where it does not."""
        before = self.state
        ways: list[tuple[State, Block]] = []
        for run in (then, other):
            self.state = before.copy()
            block: Block = []
            with self.writing(block):
                run()
            ways.append((self.state, block))
        self.state = self.join(*ways)
        self.note_loss(place, (ways[0][0], ways[1][0]))
        new = gast.If(test, ways[0][1] or [gast.Pass()], ways[1][1])
        if ways[0][1] or ways[1][1]:
            self.emit(gast.copy_location(new, place), place)
        else:
            self.emit(gast.Expr(test), place)

    def note_loss(self, place: gast.AST, ways: tuple[State, State]) -> None:
        """Enter a place behind which less is known than on the two paths to it."""
        if is_lossy(self.state, ways):
            self.program.alive.append(place)
            self.unsure[id(place)] = place

    def statement_with(self, statement: gast.With) -> None:
        """Take the block of a `with` apart."""
        if with_object(self, statement):
            return
        block: Block = []
        items = [rebuild(i, lambda p: self.tree(p) if is_read(p) else p) for i in statement.items]
        for item in statement.items:
            if item.optional_vars is not None:
                self.bind_names(item.optional_vars)
        with self.writing(block):
            self.take(statement.body)
        new = gast.With(items, block or [gast.Pass()], None)
        self.emit(gast.copy_location(new, statement))


def is_read(node: gast.AST) -> bool:
    """Return True if a node is an expression that is read."""
    return isinstance(node, gast.expr) and not isinstance(
        getattr(node, "ctx", None), (gast.Store, gast.Del)
    )
