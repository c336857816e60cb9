"""Take `try` apart: any statement of it may be the last that runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.state.equality import equal, is_name
from srcdiff.structures.state.values import Ambiguous, Identity, Leaf, Node, State, Value
from srcdiff.structures.statements.branches import Branches
from srcdiff.structures.statements.statements import copied
from srcdiff.syntax import Block, assign, clone, name

REASON = "this is bound inside `try`, and whether that ran is not known"


class Handlers(Branches):
    """Takes `try` apart."""

    def statement_try(self, statement: gast.Try) -> None:
        """Take the block of a `try` apart, its handlers, and what follows."""
        before, body, log = self.tried(statement)
        after = self.state
        start = self.start_of_handlers(before, after, log, bound_names(statement.body))
        further: Block = []
        with self.writing(further):
            self.take(statement.orelse)
        ways = [(self.state, further or body)]
        handlers = []
        for handler in statement.handlers:
            self.state = start.copy()
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
        if not body and not last:
            return
        new = gast.Try(body or [gast.Pass()], handlers, further, last)
        self.emit(gast.copy_location(new, statement), statement)

    def logged(self, block: Block, written: Block) -> set[tuple[Identity, Any]]:
        """Take a block apart, and return all parts of objects that it may bind."""
        outer, self.log = self.log, set()
        self.in_try += 1
        try:
            with self.writing(written):
                self.take(block)
        finally:
            self.in_try -= 1
        found, self.log = self.log, outer | self.log
        return found

    def tried(self, statement: gast.Try) -> tuple[State, Block, set[tuple[Identity, Any]]]:
        """Take the block of a `try` apart; return the state before it, and what it may bind.

        Parts that are bound in it have variables of their own in front of it. Which ones they are
        is found by taking it apart: it is taken apart again where there are new ones.
        """
        known: set[tuple[Identity, Any]] = self.program.bound_in_try[id(statement)]
        self.program.alive.append(statement)
        while True:
            self.bind_before(statement, known)
            before, start = self.state.copy(), self.snapshot()
            body: Block = []
            log = self.logged(statement.body, body)
            new = {what for what in log - known if self.needs_variable(before, *what)}
            known |= log
            if not new:
                return before, body, log
            self.restore(start)

    def needs_variable(self, state: State, identity: Identity, key: Any) -> bool:
        """Return True if a part of a node is a number or an array without an own variable."""
        node = state.nodes.get(identity)
        part = node.parts.get(key) if node is not None else None
        if not isinstance(part, Leaf) or identity[0] == "global":
            return False
        return not is_name(part, self.variable(identity, key))

    def bind_before(self, statement: gast.Try, log: set[tuple[Identity, Any]]) -> None:
        """Have the parts that are bound inside `try` in variables of their own in front of it."""
        for identity, key in sorted(log, key=repr):
            if self.needs_variable(self.state, identity, key):
                part = self.state.nodes[identity].parts[key]
                assert isinstance(part, Leaf)
                variable = self.variable(identity, key)
                self.emit(assign(variable, clone(part.tree)), statement)
                self.set_quietly(identity, key, Leaf(name(variable), part.known, part.origin))

    def start_of_handlers(
        self, before: State, after: State, log: set[tuple[Identity, Any]], bound: set[str]
    ) -> State:
        """Return the state in which handlers begin: behind any of the statements of a `try`."""
        state = before.copy()
        state.changed |= after.changed
        state.optional |= after.optional
        for title in {*bound, *after.names, *before.names}:
            old, new = before.names.get(title), after.names.get(title)
            if title.startswith("pin·") or (title not in bound and old is not None and new is old):
                continue
            state.names[title] = either(old, new, title)
        for identity, node in before.nodes.items():
            keys = {key for own, key in log if own == identity}
            other = after.nodes.get(identity, node)
            if keys or other is not node:
                state.nodes[identity] = self.either_node(identity, node, other, keys)
        return state

    def either_node(self, identity: Identity, old: Node, new: Node, bound: set[Any]) -> Node:
        """Return a node of which some parts may have been bound."""
        parts: dict[Any, Value] = {}
        for key in {**old.parts, **new.parts}:
            first, last = old.parts.get(key), new.parts.get(key)
            same = first is not None and last is not None and equal(first, last)
            variable = self.variables.get((identity, key), "")
            is_own = isinstance(first, Leaf) and is_name(first, variable)
            if same and key not in bound:
                parts[key] = first or last or Ambiguous(REASON)
            elif is_own and isinstance(first, Leaf) and isinstance(last, Leaf):
                parts[key] = Leaf(first.tree)
            else:
                parts[key] = Ambiguous(REASON)
        is_whole = old.is_whole and new.is_whole and list(old.parts) == list(new.parts)
        absent = old.absent if old.absent is not None else new.absent
        sources = tuple(dict.fromkeys((*old.sources, *new.sources)))
        return replace(old, parts=parts, is_whole=is_whole, absent=absent, sources=sources)


def either(old: Value | None, new: Value | None, title: str) -> Value:
    """Return what a name stands for that may have been bound."""
    leaves = [value for value in (old, new) if isinstance(value, Leaf)]
    others = [value for value in (old, new) if value is not None]
    if leaves and len(leaves) == len(others) and all(is_name(leaf, title) for leaf in leaves):
        return Leaf(name(title))
    return Ambiguous(REASON)
