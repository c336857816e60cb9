"""Iterations that are written one after the other, and how they are left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import gast

from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.structures.containers.steps import Step
from srcdiff.structures.state.exits import Exit
from srcdiff.structures.state.joins import joined
from srcdiff.structures.state.values import Leaf
from srcdiff.structures.statements.handlers import Handlers
from srcdiff.syntax import SEPARATOR, Block, call, clone, constant, locate, name


class WrittenLoops(Handlers):
    """Writes the iterations of loops."""

    def write_out(self, statement: gast.For, steps: list[Step]) -> None:
        """Write the iterations of a loop one after the other."""
        if not has_exit(statement.body, (gast.Break, gast.Continue)):
            for step in steps:
                if self.state.is_dead:
                    return
                item = step()
                if not self.bind_quietly_stable(statement.target, item):
                    self.target(statement.target, item, statement)
                self.take(statement.body)
            self.take(statement.orelse)
            return
        flag = self.temporary_name("left", statement)
        self.bind(flag, Leaf(constant(False)), statement)
        for place, step in enumerate(steps):
            if self.state.is_dead:
                return
            if place == 0:
                self.iteration(statement, step, flag)
                continue
            self.guarded(statement, flag, partial(self.iteration, statement, step, flag))
        if statement.orelse:
            self.guarded(statement, flag, lambda: self.take(statement.orelse))

    def guarded(self, statement: gast.For | gast.While, flag: str, run: Callable[[], None]) -> None:
        """Write what only happens if the loop was not left."""
        before = self.state.copy()
        block: Block = []
        with self.writing(block):
            run()
        after = (self.state, block)
        other: Block = []
        self.state = self.join(after, (before, other))
        test = gast.UnaryOp(gast.Not(), name(flag))
        new = gast.If(test, block or [gast.Pass()], other)
        self.emit(locate(new, statement))

    def iteration(self, statement: gast.For, step: Step, flag: str) -> None:
        """Write one iteration of a loop that is written out."""

        def run() -> None:
            self.target(statement.target, step(), statement)
            self.take(statement.body)

        self.once_only(statement, flag, run)

    def once_only(
        self, statement: gast.For | gast.While, flag: str, run: Callable[[], None]
    ) -> None:
        """Write one iteration as a loop of its own, which `break` and `continue` leave."""
        block: Block = []
        exits: list[Exit] = []
        outer = self.exits
        self.exits = [*outer, (flag, exits)]
        with self.writing(block):
            run()
        self.exits = outer
        state = self.state
        for leave in exits:
            state = joined((state, block.append), (leave.state, leave.write), self.variable)
        self.state = state
        once = self.new_name(f"once{SEPARATOR}place", statement)
        target = gast.Name(once, gast.Store(), None, None)
        new = gast.For(target, call("range", constant(1)), block or [gast.Pass()], [], None)
        self.emit(locate(new, statement))

    def statement_break(self, statement: gast.Break) -> None:
        """Leave a loop."""
        flag, exits = self.exits[-1]
        if flag:
            self.bind(flag, Leaf(constant(True)), statement)
        self.leave(statement, exits)

    def statement_continue(self, statement: gast.Continue) -> None:
        """Go on with the next iteration."""
        flag, exits = self.exits[-1]
        self.leave(statement, exits if flag else self.continues[-1])

    def leave(self, statement: gast.AST, exits: list[Exit]) -> None:
        """Write what leaves a loop or an iteration."""
        new = clone(statement)
        self.emit(new)
        exits.append(Exit(new, self.block, self.state.copy(), Leaf(constant(None), None)))
        self.state.is_dead = True
