"""Write the reverse sweep: the adjoint of each statement, last one first.

`present` is the set of values whose adjoint has been written to so far: the first
contribution to an adjoint is an assignment, later ones are added. An adjoint that was
never written to is zero and costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.owners import given_at_end
from srcdiff.analyse.flow.structure import is_loop
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.contributions import Contributions
from srcdiff.differentiate.reverse.present import Present
from srcdiff.differentiate.reverse.ranges import reversed_range
from srcdiff.differentiate.reverse.shadows import shadows
from srcdiff.differentiate.reverse.statements import Statements
from srcdiff.differentiate.tape.forward_sweep import ForwardSweep
from srcdiff.differentiate.tape.restore import restore, restored_in_branches
from srcdiff.differentiate.tape.tapes import Tapes, back_row
from srcdiff.differentiate.tape.written_shapes import with_shapes
from srcdiff.syntax import (
    SEPARATOR,
    TOGETHER,
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    call,
    comment,
    constant,
    is_tape,
    locate,
    name,
    reads,
    rename,
    targets,
    walk_statements,
    with_body,
    writes,
)


@dataclass(frozen=True)
class Sweeps:
    """The forward and the reverse sweep of a function."""

    facts: Facts
    tapes: Tapes

    @property
    def to(self) -> Contributions:
        """Return what adds to the adjoints of operands."""
        return Contributions(self.facts)

    def forward(self, block: Block) -> Block:
        """Return the forward part of a block: what is needed of it, and what it saves."""
        return ForwardSweep(self.facts, self.tapes).block(block)

    def delayed(self, block: Block) -> Block:
        """Return what runs forward in a block after its backward part: results of totals."""
        schedule = self.facts.schedule
        return [s for s in block if s in schedule.delayed and s in schedule.live]

    def backward(self, block: Block, present: Present) -> Block:
        """Return the reverse sweep of a block; `present` is updated."""
        new: Block = []
        for statement in reversed(block):
            if statement not in self.facts.schedule.active:
                continue
            if is_loop(statement):
                new += self.loop(statement, present)
            elif isinstance(statement, gast.If):
                new += self.branches(statement, present)
            else:
                new += Statements(self.facts).adjoint_of(statement, present)
        return new

    def branches(self, statement: gast.If, present: Present) -> Block:
        """Return the adjoint of an `if`: the same condition, both branches backward."""
        ways = [present.fork(), present.fork()]
        known = [
            restore(self.facts, self.tapes, part, known=present.restored)
            for part in (statement.body, statement.orelse)
        ]
        for way, again in zip(ways, known, strict=True):
            way.restored |= restored_in_branches(self.facts, again)
        parts = [
            self.with_shapes(again + shadows(self.facts, part) + self.backward(part, way))
            for part, way, again in zip(
                (statement.body, statement.orelse), ways, known, strict=True
            )
        ]
        before: Block = []
        for value in sorted((ways[0] | ways[1]) - (ways[0] & ways[1])):
            missing = 0 if value not in ways[0] else 1
            if value in present:
                continue  # one branch has used it up, so nobody reads it any more
            zero = assign(adjoint(value), self.to.zero(value), statement)
            if parts[missing]:
                parts[missing].append(zero)
            else:
                before.append(zero)
        present.join(ways)
        self.retire(present, [*statement.body, *statement.orelse])
        if not parts[0] and not parts[1]:
            return before
        test = statement.test
        if not parts[0]:
            test = locate(gast.UnaryOp(gast.Not(), test), statement)
            parts = [parts[1], []]
        return [*before, gast.copy_location(gast.If(test, *parts), statement)]

    def with_shapes(self, block: Block) -> Block:
        """Return a block without arrays that are made again for nothing but their shapes."""
        return with_shapes(block, self.tapes.shapes, self.facts.types)

    def retire(self, present: Present, block: Block) -> None:
        """Forget the adjoints of what is bound in a block: they have been used up."""
        inner = {t for s in walk_statements(block) for t in targets(s)}
        present.difference_update(inner)

    def loop(self, loop: Statement, present: Present) -> Block:
        """Return the adjoint of a loop."""
        new: Block = []
        outside = self.outside(loop)
        moving = self.facts.layout.carried(loop)
        for value in outside:
            if value not in moving:
                new += self.to.ensure(value, present, loop)
            if value not in present:
                new.append(assign(adjoint(value), self.begun(value), loop))
        unread = [v for v in outside if v in moving and v not in present and self.changes(v)]
        read = reads([s for s in loop.body if s not in self.carry(loop)])
        present.idle |= {v for v in outside if v not in present or (v in moving and v not in read)}
        present.update(outside)
        present.owned.difference_update(moving)
        body = self.body(loop, present, unread)
        if loop in self.facts.schedule.rerun:
            new = self.tapes.allocated.get(loop, []) + new + self.begin(loop)
            saves = any(map(is_tape, reads(body)))
            new.append(comment(TOGETHER if saves else f"{TOGETHER}, nothing saved", loop))
            return [*new, with_body(loop, body + self.carry(loop))]
        return [*new, self.reversed(loop, body)]

    def changes(self, value: str) -> bool:
        """Return True if what a loop carries may have another shape in each iteration."""
        if self.to.is_number(value):
            return False
        return not self.facts.arrays.keeps_shape(value, self.facts.layout)

    def begun(self, value: str) -> Expression:
        """Return the adjoint, before a loop, of what nobody reads after it."""
        first = self.facts.layout.initial(value)
        if not first or not self.changes(value):
            return self.to.zero(value)
        return call("np.zeros_like", name(first))

    def shaped(self, value: str, loop: Statement) -> Statement:
        """Return the statement that gives an adjoint of zeros the shape at the iteration's end."""
        array = self.to.model(given_at_end(value, loop))
        shaped = call("runtime.shaped", name(adjoint(value)), name(array))
        return assign(adjoint(value), shaped, loop)

    def unread(self, value: str) -> Expression:
        """Return the adjoint of a carried value that an iteration does not read."""
        if self.to.is_number(value) or self.changes(value):
            return self.to.zero(value)
        return call("np.zeros_like", name(adjoint(value)))

    @property
    def contributing(self) -> Collection[Statement]:
        """Return the statements that add to the adjoints of what they read."""
        return {*self.facts.adjoints, *self.facts.sites}

    def outside(self, loop: Statement) -> list[str]:
        """Return the values of outside whose adjoints a loop adds to, carried ones included."""
        inner = {t for s in walk_statements(loop.body) for t in targets(s)}
        inner -= set(self.facts.layout.carried(loop))
        found: list[str] = []
        for statement in walk_statements(loop.body):
            for value in sorted(reads(statement) | set(targets(statement))):
                scalar = value in self.facts.active and not self.to.is_memory(value)
                # of an array that contributes nothing not even the shape may be known
                scalar = scalar and (self.to.is_number(value) or statement in self.contributing)
                if scalar and value not in inner and value not in found:
                    found.append(value)
        return found

    def last(self, loop: Statement, present: Present, inside: Present) -> Block:
        """Return the adjoints of the carried values that an iteration does not read."""
        carried = [v for v in self.facts.layout.carried(loop) if v in self.facts.active]
        new: Block = []
        for value in carried:
            # an array of which no result depends has no adjoint at all
            known = self.to.is_number(value) or value in present
            if known and value not in inside and not self.to.is_memory(value):
                new.append(assign(adjoint(value), self.unread(value), loop))
        return new

    def body(self, loop: Statement, present: Present, unread: list[str]) -> Block:
        """Return the body of a loop of the reverse sweep.

        The adjoints of `unread`, which are zeros at first, get the shapes of their arrays.
        """
        inside = present.fork()
        rerun = loop in self.facts.schedule.rerun
        again = [] if rerun else restore(self.facts, self.tapes, loop.body, loop)
        inside.restored = restored_in_branches(self.facts, again)
        back = shadows(self.facts, loop.body) + self.backward(loop.body, inside)
        back += self.last(loop, present, inside)
        if rerun:
            carry = self.carry(loop)
            forward = self.forward([s for s in loop.body if s not in carry])
            return forward + back + [s for s in self.delayed(loop.body) if s not in carry]
        begin = back_row(self.tapes, loop) + again
        names = {n: f"{n}{SEPARATOR}0" for n in writes(begin) if n != pointer_of(self, loop)}
        begin += [self.shaped(value, loop) for value in unread]
        return [rename(statement, names) for statement in self.with_shapes(begin + back)]

    def begin(self, loop: Statement) -> Block:
        """Return the copies before a loop that is run only backward, in a backward loop."""
        if not self.facts.schedule.split_loops(loop, self.facts.layout):
            return []  # they have run in the forward part
        carried = self.facts.layout.carried(loop)
        first = [s for value in carried for s in self.facts.layout.definitions[value]]
        first = [s for s in first if not self.facts.layout.inside(s, loop)]
        return [s for s in first if s in self.facts.schedule.live]

    def carry(self, loop: Statement) -> Block:
        """Return the copies at the end of an iteration that is run only backward."""
        carried = set(self.facts.layout.carried(loop))
        last = [s for s in loop.body if targets(s) and set(targets(s)) <= carried]
        return [s for s in last if s in self.facts.schedule.live]

    def reversed(self, loop: Statement, body: Block) -> Statement:
        """Return a loop that runs through the iterations backward."""
        if isinstance(loop, gast.While):
            return locate(self.again(loop, body), loop)
        new = with_body(loop, body)
        if not self.facts.loops.is_independent(loop) or self.tapes.is_ordered(loop):
            new.iter = locate(reversed_range(loop.iter), loop)
        return new

    def again(self, loop: gast.While, body: Block) -> Statement:
        """Return a loop with as many iterations as a `while` loop has had."""
        if loop in self.tapes.trips:
            trips = self.tapes.trips[loop]
            # a loop around may count in `_`, and rows of what it saves are read after this
            step = f"_{SEPARATOR}0{trips.rpartition(SEPARATOR)[2]}"
            over = gast.Name(step, gast.Store(), None, None)
            return gast.For(over, call("range", name(trips)), body, [], None)
        rows = name(self.tapes.growing[loop].pointer)  # each iteration takes one back
        return gast.While(gast.Compare(rows, [gast.Gt()], [constant(0)]), body, [])


def pointer_of(sweeps: Sweeps, loop: Statement) -> str:
    """Return the name of the pointer into the growing arrays of a loop, if it has any."""
    growing = sweeps.tapes.growing.get(loop)
    return growing.pointer if growing is not None else ""
