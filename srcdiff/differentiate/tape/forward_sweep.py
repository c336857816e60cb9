"""Write the forward sweep: the primal, as far as it is needed, and what it saves."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import is_loop
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.tape.tapes import Tapes, begin_row, end_row
from srcdiff.syntax import Block, Statement, assign, augmented, constant, targets, with_body


@dataclass(frozen=True)
class ForwardSweep:
    """Writes what is run forward: what the reverse sweep needs, and where it is saved."""

    facts: Facts
    tapes: Tapes

    def block(self, block: Block) -> Block:
        """Return the forward part of a block: what is needed of it, and what it saves."""
        new: Block = []
        saves: Block = []
        schedule = self.facts.schedule
        for statement in block:
            if statement not in schedule.live or statement in schedule.delayed:
                continue
            if not isinstance(statement, gast.Assert):  # what it checks of a value is known first
                new += saves
                saves = []
            new += self.tapes.allocated.get(statement, [])
            if is_loop(statement):
                new += self.loop(statement)
            elif isinstance(statement, gast.If):
                parts = [self.block(part) for part in (statement.body, statement.orelse)]
                new += self.branches(statement, parts)
            else:
                new.append(statement)
                for target in targets(statement):
                    if not self.is_joined(target):
                        saves += self.tapes.save(target, statement)
        return new + saves

    def is_joined(self, target: str) -> bool:
        """Return True if a name is bound where paths join, or by a loop."""
        return not self.facts.layout.is_single(target)

    def branches(self, statement: gast.If, parts: list[Block]) -> Block:
        """Return the forward part of an `if`, and the saved values that it joins."""
        new = gast.If(statement.test, parts[0] or [gast.Pass()], parts[1])
        inside = [s for part in (statement.body, statement.orelse) for s in part]
        carried = {t for s in inside if is_loop(s) for t in self.facts.layout.carried(s)}
        joined = {t for part in parts for s in part for t in targets(s)} - carried
        joined = {t for t in joined if self.is_joined(t)}
        saves = [s for t in sorted(joined) for s in self.tapes.save(t, statement)]
        return [gast.copy_location(new, statement), *saves]

    def loop(self, loop: Statement) -> Block:
        """Return a loop of the forward sweep, with what its iterations save."""
        carried = self.facts.layout.carried(loop)
        body = begin_row(self.tapes, loop)
        body += [s for value in carried for s in self.tapes.save(value, loop)]
        inside = self.block(loop.body)
        split = len(inside)
        while (
            split and targets(inside[split - 1]) and set(targets(inside[split - 1])) <= set(carried)
        ):
            split -= 1
        body += inside[:split] + end_row(self.tapes, loop)
        before: Block = []
        if loop in self.tapes.trips:
            trips = self.tapes.trips[loop]
            before.append(assign(trips, constant(0), loop))
            body.append(augmented(trips, gast.Add(), constant(1), loop))
        after = []
        if loop in self.tapes.trips:
            after = self.tapes.save(self.tapes.trips[loop], loop)
        return [*before, with_body(loop, body + inside[split:]), *after]
