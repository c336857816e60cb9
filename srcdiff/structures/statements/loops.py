"""Loops: written out over what is known, otherwise run until nothing new is found."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.structures.containers.comprehensions import MOST, too_many
from srcdiff.structures.state.equality import same_state
from srcdiff.structures.state.exits import Exit
from srcdiff.structures.state.joins import joined
from srcdiff.structures.state.losses import is_lossy
from srcdiff.structures.state.values import Leaf, State, Value
from srcdiff.structures.statements.generators import as_list, generator_of, loop_over
from srcdiff.structures.statements.lazy_loops import counted, one_by_one
from srcdiff.structures.statements.peelings import Peeling, peeling
from srcdiff.structures.statements.written_loops import WrittenLoops
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    clone,
    constant,
    locate,
    number,
)

ROUNDS = 8


@dataclass(frozen=True)
class Iteration:
    """One iteration of a loop: the state at its end, its condition, its block, where it is left."""

    state: State
    test: Expression | None
    block: Block
    breaks: list[Exit]
    continues: list[Exit]


class Loops(WrittenLoops):
    """Takes loops apart."""

    def statement_for(self, statement: gast.For) -> None:
        """Take a loop over items apart."""
        tree = statement.iter
        if isinstance(tree, gast.GeneratorExp) and len(tree.generators) == 1:
            self.statement_for(self.again("items", statement, lambda: one_by_one(self, statement)))
            return
        counts = counted(self, statement)
        if counts is not None:
            for before in self.program.rewritten["before", id(counts)]:
                self.statement(before)
            statement = counts
        function = generator_of(self, statement.iter)
        if function is not None:
            loop_over(self, statement, function)
            return
        if self.may_have(tree, "__iter__"):
            self.statement_for(self.again("over", statement, lambda: over_items(self, statement)))
            return
        if self.is_once(statement):
            self.write_out(statement, [lambda: Leaf(constant(0), 0)])
            return
        pins, checks = self.pins, self.last_checks
        self.last_checks = []
        steps = self.steps(statement.iter, statement)
        if steps is None:
            self.unpin(pins)
            self.last_checks = checks
            self.peeled_or_whole(statement)
            return
        if len(steps) > MOST:
            raise too_many(len(steps), statement.iter)
        self.touched = True
        self.unrolled += 1
        self.write_out(statement, steps)
        self.unrolled -= 1
        for check in self.last_checks if not self.state.is_dead else ():
            check()
        self.last_checks = checks
        self.unpin(pins)

    def is_once(self, statement: gast.For) -> bool:
        """Return True for a loop over `range(1)`."""
        tree = statement.iter
        if self.builtin_of(tree) != "range" or len(tree.args) != 1 or tree.keywords:
            return False
        return number(tree.args[0]) == 1

    def statement_while(self, statement: gast.While) -> None:
        """Take a loop with a condition apart."""
        test, written = self.trial(lambda: self.value(statement.test))
        if written and statement.orelse:
            raise UnsupportedSyntax(
                "the condition of this loop calls what changes objects, and there is an `else`",
                statement.test,
                "use `while True:` and `break`",
            )
        if written:
            leave = gast.If(gast.UnaryOp(gast.Not(), statement.test), [gast.Break()], [])
            body = [locate(leave, statement), *statement.body]
            new = gast.copy_location(gast.While(constant(True), body, []), statement)
            self.loop(self.again(("while",), statement, lambda: new))
            return
        if self.truth(test) is False:
            self.take(statement.orelse)
            return
        self.peeled_or_whole(statement)

    def peeled_or_whole(self, statement: gast.For | gast.While) -> None:
        """Take a loop apart, perhaps with its first iteration in front of it."""
        found = None
        if id(statement) in self.peeled and not statement.orelse:
            found = self.program.rewritten.get(id(statement))
            if found is None:
                found = self.program.rewritten[id(statement)] = peeling(self, statement)
        if found is None:
            self.loop(statement)
            return
        for before in found.before:
            self.statement(before)
        rest = self.rest()
        test = self.value(found.test)
        if self.truth(test) is True:
            self.first_and_rest(statement, found)
            self.take(rest)
            return

        def run() -> None:
            self.first_and_rest(statement, found)
            self.take(rest)

        own = self.leaf(test, statement).tree
        self.by_condition(own, run, lambda: self.take(rest), statement)

    def first_and_rest(self, statement: gast.For | gast.While, found: Peeling) -> None:
        """Write the first iteration of a loop, and the loop for the others."""
        if not has_exit(statement.body, (gast.Break, gast.Continue)):
            self.take([*found.first, *statement.body])
            if not self.state.is_dead:
                self.loop(found.rest)
            return
        flag = self.temporary_name("left", statement)
        self.bind(flag, Leaf(constant(False)), statement)
        self.once_only(statement, flag, lambda: self.take([*found.first, *statement.body]))
        if not self.state.is_dead:
            self.guarded(statement, flag, lambda: self.loop(found.rest))

    def loop(self, statement: gast.For | gast.While) -> None:
        """Take a loop apart that stays one."""
        is_for = isinstance(statement, gast.For)
        walked = self.walked(statement.iter) if is_for else None
        items = self.tree(statement.iter) if is_for and walked is None else None
        target = statement.target if is_for else None
        if walked is not None:
            target, items, self.making[id(statement)] = walked
        self.loops.append(statement)
        if is_for and (self.builtin_of(statement.iter) == "range" or self.is_written(statement)):
            self.ranges.append(statement)
        else:
            self.ranges.append(None)
        start, before = self.state.copy(), self.block
        head = self.head_of(statement, start)
        joined(
            (start, lambda s: before.append(locate(s, statement))), (head, ignored), self.variable
        )
        test, block, breaks = self.last_round(statement, head)
        self.ranges.pop()
        self.loops.pop()
        orelse: Block = []
        if statement.orelse:
            with self.writing(orelse):
                self.take(statement.orelse)
        for leave in breaks:
            self.state = joined(
                (self.state, orelse.append), (leave.state, leave.write), self.variable
            )
        if is_for:
            new_loop = gast.For(clone(target), items, block, orelse, None)
        else:
            new_loop = gast.While(test, block, orelse)
        new_loop.body = new_loop.body or [gast.Pass()]
        self.emit(gast.copy_location(new_loop, statement), statement)

    def yielded_list(self, tree: gast.Call) -> Value:
        """Return a list of what a generator yields."""
        return as_list(self, tree)

    def is_written(self, statement: gast.For) -> bool:
        """Return True if the items of a loop stand in the text, or in a constant of the program."""
        found, _ = self.trial(lambda: self.items_written(statement.iter, statement, True))
        return found is not None

    def head_of(self, statement: gast.For | gast.While, start: State) -> State:
        """Return the state at the beginning of every iteration.

        Raises UnsupportedSyntax if there is none after a few rounds.
        """
        head = start.copy()
        for _ in range(ROUNDS):
            found = self.round(statement, head)
            new = joined((head, ignored), (found, ignored), self.variable)
            if is_lossy(new, (head, found)):
                self.program.alive.append(statement)
                self.unsure[id(statement)] = statement
            if same_state(new, head):
                return head
            head = new
        self.unsure[id(statement)] = statement
        raise UnsupportedSyntax(
            "what these objects consist of changes in each iteration of the loop",
            statement,
            "use lists or arrays of numbers, one for each attribute",
        )

    def round(self, statement: gast.For | gast.While, head: State) -> State:
        """Return the state at the end of an iteration, and forget what was written."""
        occurrences, returns = Counter(self.occurrences), len(self.returns)
        with self.writing([]):
            state = self.once(statement, head).state
        self.occurrences = occurrences
        del self.returns[returns:]
        return state

    def once(self, statement: gast.For | gast.While, head: State) -> Iteration:
        """Take one iteration apart."""
        self.state = head.copy()
        make = self.making.get(id(statement))
        if isinstance(statement, gast.For) and make is None:
            self.bind_names(statement.target)
        written: Block = []
        with self.writing(written):
            test = None
            if isinstance(statement, gast.While):
                test = self.tested(self.value(statement.test), statement.test).tree
        if written:
            raise UnsupportedSyntax(
                "the condition of this loop calls what changes objects",
                statement.test,
                "use `while True:` and `break`",
            )
        block: Block = []
        breaks: list[Exit] = []
        outer, around = self.exits, self.continues
        self.exits, self.continues = [*outer, ("", breaks)], [*around, []]
        with self.writing(block):
            if make is not None:
                self.target(statement.target, make(), statement)
            self.take(statement.body)
        state = self.state
        again = self.continues[-1]
        for leave in again:
            state = joined((state, block.append), (leave.state, leave.write), self.variable)
        self.exits, self.continues = outer, around
        return Iteration(state, test, block, breaks, again)

    def last_round(
        self, statement: gast.For | gast.While, head: State
    ) -> tuple[Expression | None, Block, list[Exit]]:
        """Return the condition, the block and the exits of a loop whose state is known."""
        found = self.once(statement, head)

        def write(new: Statement) -> None:  # `continue` does not get to the end
            found.block.append(new)
            for leave in found.continues:
                leave.write(clone(new))

        joined((head, ignored), (found.state, write), self.variable)
        is_endless = isinstance(statement, gast.While) and is_true(statement.test)
        after = head.copy()
        after.changed |= found.state.changed
        after.is_dead = is_endless
        self.state = after
        return found.test, found.block, found.breaks


def ignored(statement: gast.AST) -> None:
    """Write nothing: what is found out is tried only."""


def is_true(tree: Expression) -> bool:
    """Return True if a condition is the literal True, or 1."""
    return isinstance(tree, gast.Constant) and bool(tree.value)


def over_items(frame: Any, statement: gast.For) -> gast.For:
    """Return a loop over an object as one over what its method `__iter__` gives."""
    new = copy.copy(statement)
    new.iter = frame.items_called(statement.iter)
    return new
