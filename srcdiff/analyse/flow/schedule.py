"""What runs in the forward sweep, and which loops need no forward sweep at all.

The function's body is a region: its forward part runs first, then its backward part, so
all values of the forward part are there when the backward part begins. A loop with
independent iterations, of which nothing is needed but its derivative, is run only
backward ("rerun"): each iteration is a region of its own, forward and backward part
together. All other loops are "split": they run forward, and later backward.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.memory import Memory
from srcdiff.analyse.aliasing.statement_effects import NONE, Roots
from srcdiff.analyse.flow.loops import Loops
from srcdiff.analyse.flow.structure import Path, Structure, is_loop, own_reads
from srcdiff.analyse.flow.totals import delayed_in
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.core.fixed_points import settled
from srcdiff.syntax import Block, Statement, blocks, targets, walk_statements, writes

Names = frozenset[str]


@dataclass(frozen=True)
class Backward:
    """What the backward part of a statement needs: values by name, contents of arrays."""

    names: Names = NONE
    contents: Roots = NONE


@dataclass(frozen=True)
class Schedule:
    """The loops that are rerun, and the statements that run in a forward part.

    `active` are the statements with a backward part, compound ones included. With a
    `function`, its own forward and backward parts are two functions: then it counts as
    the outermost split loop. `scratch` has the arrays that each iteration of a loop fills anew,
    `delayed` the statements that run forward, but after the backward part (totals.py).
    """

    rerun: frozenset[Statement]
    live: frozenset[Statement]
    active: frozenset[Statement]
    function: Statement | None
    scratch: Mapping[Statement, Roots]
    delayed: frozenset[Statement] = frozenset()

    def region(self, statement: Statement, layout: Structure) -> Statement | None:
        """Return the innermost rerun loop around a statement, None for the function."""
        around = [loop for loop in layout.loops(statement) if loop in self.rerun]
        return around[-1] if around else None

    def split_loops(self, statement: Statement, layout: Structure) -> tuple[Statement, ...]:
        """Return the split loops around a statement, as far as its own region."""
        found: list[Statement] = [] if self.function is None else [self.function]
        for loop in layout.loops(statement):
            found = [] if loop in self.rerun else [*found, loop]
        return tuple(found)


@dataclass(frozen=True)
class Need:
    """What is still needed at some point: values by name, contents of arrays by root."""

    names: Names
    roots: Roots

    def __or__(self, other: Need) -> Need:
        """Return what is needed for either."""
        return Need(self.names | other.names, self.roots | other.roots)


def schedule(
    tree: gast.FunctionDef,
    iterations: Iterations,
    effects: Effects,
    loops: Loops,
    backward: Mapping[Statement, Backward],
    results: Need,
    divided: bool = False,
    sums: Names = NONE,
) -> Schedule:
    """Return which statements run forward, for the results that are needed.

    With `divided`, forward and backward part become two functions. The values of `sums` are needed
    at the end only.
    """
    walk = _Schedule(iterations, effects, loops, backward, divided, sums)
    walk.block(tree.body, results)
    rerun = frozenset(walk.rerun)
    return Schedule(
        rerun,
        frozenset(walk.live),
        frozenset(walk.active),
        tree if divided else None,
        loops.scratch,
        delayed_in(tree.body, rerun, sums),
    )


class _Schedule:
    """The backward walk of `schedule`."""

    def __init__(
        self,
        iterations: Iterations,
        effects: Effects,
        loops: Loops,
        backward: Mapping[Statement, Backward],
        divided: bool,
        sums: Names,
    ) -> None:
        self.divided = divided
        self.sums = sums
        self.iterations = iterations
        self.layout = iterations.layout
        self.effects = effects
        self.loops = loops
        self.backward = backward
        self.rerun: set[Statement] = set()
        self.live: set[Statement] = set()
        self.dead: set[Statement] = set()
        self.active = set(enclosing(backward, self.layout))
        self.late = late_needs(backward, self.layout)

    def block(self, block: Block, need: Need) -> Need:
        """Return what is needed before a block."""
        if block:
            need |= Need(self.late.get(self.layout.path[block[0]], NONE), NONE)
        for statement in reversed(block):
            if is_loop(statement):
                need = self.loop(statement, need)
            elif blocks(statement):
                need = self.branches(statement, need)
            else:
                need = self.simple(statement, need)
        return need

    def mark(self, statement: Statement, live: bool) -> None:
        """Note whether a statement runs in the forward part of its region."""
        (self.live if live else self.dead).add(statement)
        (self.dead if live else self.live).discard(statement)

    def simple(self, statement: Statement, need: Need) -> Need:
        """Return what is needed before a statement without blocks."""
        later = self.backward.get(statement, Backward())
        need |= Need(later.names, later.contents)
        bound = frozenset(targets(statement))
        written = self.effects.writes[statement]
        live = bool(bound & need.names or written & need.roots) or statement in self.effects.impure
        self.mark(statement, live)
        if not live:
            return need
        made = bound & frozenset().union(*self.effects.roots.values(), NONE)
        before = Need(need.names - bound, need.roots - made)
        return before | self.reading(statement)

    def reading(self, statement: Statement) -> Need:
        """Return what a statement reads itself."""
        return Need(frozenset(own_reads(statement)), self.effects.reads[statement])

    def branches(self, statement: Statement, need: Need) -> Need:
        """Return what is needed before an `if`."""
        ways = [self.block(block, need) for block in blocks(statement)]
        inside = [s for block in blocks(statement) for s in block]
        live = any(s in self.live for s in inside)
        self.mark(statement, live)
        before = ways[0] | ways[1]
        return before | self.reading(statement) if live or statement in self.active else before

    def loop(self, loop: Statement, need: Need) -> Need:
        """Return what is needed before a loop."""
        inside = list(walk_statements(loop.body))
        written = self.effects.written(loop.body)
        local = frozenset(writes(loop.body))
        filled = self.loops.scratch[loop]
        around = self.layout.loops(loop)
        sums = self.sums & need.names & local if self.rerun.issuperset(around) else NONE
        wanted = need.names & local - sums or need.roots & (written - filled)
        must = any(s in self.effects.impure for s in inside)
        active = loop in self.active
        if not active and not wanted and not sums and not must:
            for statement in (loop, *inside):
                self.mark(statement, False)
            return need
        noisy = any(s in self.effects.impure - self.effects.checks for s in inside)
        if active and not wanted and not noisy and self.loops.is_independent(loop):
            before = self.rerun_loop(loop, sums)
            if before is not None:
                return need | Need(before.names, before.roots - filled)
        self.rerun.discard(loop)
        self.mark(loop, True)
        before = self.around(loop, need)
        return Need(before.names, before.roots - filled) | need

    def around(self, loop: Statement, end: Need) -> Need:
        """Return what is needed at the head of a loop, given what is needed after it.

        What only concerns one iteration is not needed at the end of the one before.
        """
        own = self.loops.own[loop]

        def wider(head: Need) -> Need:
            return head | self.block(loop.body, Need(head.names, end.roots | head.roots - own))

        return settled(end | self.reading(loop), wider)

    def rerun_loop(self, loop: Statement, sums: Names) -> Need | None:
        """Try to leave a loop out of the forward sweep; return what it needs, or None.

        It adds up some sums on the way. It cannot be left out if what it reads is overwritten
        before it runs backward.
        """
        self.rerun.add(loop)
        self.mark(loop, False)
        head = self.around(loop, Need(sums, NONE))
        for statement in walk_statements(loop.body):
            if statement in self.live and self.is_overwritten(statement):
                return None
        return head

    def is_overwritten(self, statement: Statement) -> bool:
        """Return True if what a statement reads is overwritten before its backward part."""
        executed = self.layout.order.keys() - self.dead
        memory = Memory(
            self.effects,
            self.iterations,
            executed,
            self.rerun,
            self.divided,
            self.loops.scratch,
        )
        return memory.is_replaced(statement)


def late_needs(
    backward: Mapping[Statement, Backward], layout: Structure
) -> dict[Path, frozenset[str]]:
    """Return, for each block, what it binds after a statement whose backward part needs it."""
    found: dict[Path, set[str]] = {}
    for statement, needs in backward.items():
        for name in needs.names:
            for made in layout.definitions.get(name, ()):
                if layout.order[made] > layout.order[statement]:
                    found.setdefault(layout.path[made], set()).add(name)
    return {path: frozenset(names) for path, names in found.items()}


def enclosing(statements: Iterable[Statement], layout: Structure) -> set[Statement]:
    """Return the statements and all compound statements around them."""
    found = set(statements)
    for statement in statements:
        found.update(around for around, _ in layout.path[statement])
    return found
