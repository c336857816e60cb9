"""Branches, `with` and `try`."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.state.equality import equal, is_name
from srcdiff.structures.state.joins import is_lossy
from srcdiff.structures.state.values import Leaf, State, Value
from srcdiff.structures.statements.statements import Statements, copied
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
        before = self.state
        ways: list[tuple[State, Block]] = []
        for part, is_true in ((body, True), (orelse, False)):
            self.state = before.copy()
            facts = self.facts(asked, is_true) if asked is not None else {}
            block: Block = []
            with self.writing(block):
                self.suppose(facts)
                self.take(part)
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
        block: Block = []
        items = [rebuild(i, lambda p: self.tree(p) if is_read(p) else p) for i in statement.items]
        for item in statement.items:
            if item.optional_vars is not None:
                self.bind_names(item.optional_vars)
        with self.writing(block):
            self.take(statement.body)
        new = gast.With(items, block or [gast.Pass()], None)
        self.emit(gast.copy_location(new, statement))

    def statement_try(self, statement: gast.Try) -> None:
        """Take `try` apart: any statement of it may be the last that runs."""
        before = self.state.copy()
        body: Block = []
        with self.writing(body):
            self.take(statement.body)
        self.check_same_nodes(before, statement)
        for title in bound_names(statement.body):
            known = self.state.names.get(title)
            if isinstance(known, Leaf) and is_name(known, title):
                self.state.names[title] = before.names[title] = Leaf(known.tree)
        after = self.state
        further: Block = []
        with self.writing(further):
            self.take(statement.orelse)
        ways = [(self.state, further or body)]
        handlers = []
        for handler in statement.handlers:
            start = self.join((before.copy(), []), (after.copy(), []))
            self.state = start
            block: Block = []
            if handler.name is not None:
                self.bind_names(handler.name)
            with self.writing(block):
                self.take(handler.body)
            ways.append((self.state, block))
            new = gast.ExceptHandler(copied(handler.type), copied(handler.name), block)
            new.body = new.body or [gast.Pass()]
            handlers.append(gast.copy_location(new, handler))
        self.state = ways[0][0]
        for way in ways[1:]:
            self.state = self.join((self.state, ways[0][1]), way)
        last: Block = []
        with self.writing(last):
            self.take(statement.finalbody)
        new = gast.Try(body or [gast.Pass()], handlers, further, last)
        self.emit(gast.copy_location(new, statement), statement)

    def check_same_nodes(self, before: State, place: gast.AST) -> None:
        """Refuse to bind attributes inside `try`, of which it is not known whether they ran."""
        names = {n: v for n, v in self.state.names.items() if not own_variable(n, v)}
        same = all(n in before.names and equal(v, before.names[n]) for n, v in names.items())
        nodes = all(self.state.nodes.get(i) is n for i, n in before.nodes.items())
        if not same or not nodes:
            raise UnsupportedSyntax(
                "an object, a part of one, or text is bound inside `try`",
                place,
                "bind it before or after",
            )


def own_variable(title: str, value: Value) -> bool:
    """Return True if a name stands for its own variable."""
    return isinstance(value, Leaf) and is_name(value, title)


def is_read(node: gast.AST) -> bool:
    """Return True if a node is an expression that is read."""
    return isinstance(node, gast.expr) and not isinstance(
        getattr(node, "ctx", None), (gast.Store, gast.Del)
    )
