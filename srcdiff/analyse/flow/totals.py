"""Sums that loops add up, and that nothing reads but the results of the function.

The value of such a sum is not needed before the backward part ends. So a loop that adds to it can
run forward and backward together, and add up on the way, in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.flow.loops import extends
from srcdiff.analyse.flow.structure import Structure, is_loop, own_reads
from srcdiff.analyse.types.types import Types, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.fixed_points import grown
from srcdiff.core.operations import call_of
from srcdiff.syntax import Block, Statement, dotted, targets, walk_statements, writes

Names = frozenset[str]
NUMBERS = (numba_types.Number, numba_types.Boolean)


def totals(
    core: Core, types: Types, layout: Structure, effects: Effects, needed: Names, results: Names
) -> Names:
    """Return the names that such sums have in a core form, in all loops that add to them.

    `needed` are the names whose values the backward part reads.
    """
    search = _Search(core, types, layout, effects, needed)
    names: set[str] = set()
    ends = {name for name in results if search.is_open(name)}
    for statement in reversed(core.tree.body):
        if isinstance(statement, gast.For):
            for carried in ends.intersection(layout.carried(statement)):
                chain = search.chain(carried, statement)
                names |= chain
                ends = ends - chain
        elif search.is_last(statement, ends):
            search.last.add(statement)
            ends |= {name for name in own_reads(statement) if search.is_open(name)}
    return frozenset(names)


@dataclass
class _Search:
    """The search for sums, from the end of a function to its beginning."""

    core: Core
    types: Types
    layout: Structure
    effects: Effects
    needed: Names
    last: set[Statement] = field(default_factory=set)  # those that compute results

    def is_open(self, name: str) -> bool:
        """Return True if a name is of a number that the backward part does not read."""
        return name not in self.needed and is_inexact(self.types[name])

    def is_last(self, statement: Statement, ends: set[str]) -> bool:
        """Return True if a statement computes a number that only results depend on."""
        bound = targets(statement)
        if not isinstance(statement, gast.Assign) or len(bound) != 1 or bound[0] not in ends:
            return False
        if statement in self.effects.impure or self.effects.reads[statement]:
            return False
        made = call_of(statement)
        if made is not None and dotted(made.func) in self.core.functions:
            return False
        read = own_reads(statement) & self.types.names.keys()
        numbers = all(isinstance(self.types[name], NUMBERS) for name in read)
        return numbers and self.only_read_at_the_end(bound[0])

    def only_read_at_the_end(self, name: str, loop: Statement | None = None) -> bool:
        """Return True if only the last statements, and those inside a loop, read a name."""
        return all(
            isinstance(reader, gast.Return) or reader in self.last
            for reader in self.layout.readers.get(name, ())
            if loop is None or not self.layout.inside(reader, loop)
        )

    def chain(self, carried: str, loop: gast.For) -> set[str]:
        """Return the names that a sum has in a loop, nothing if it is none, or read otherwise."""
        inside = list(walk_statements(loop.body))
        chain = grown({carried}, lambda f: {t for s in inside for t in targets(s) if extends(s, f)})
        if len(chain.intersection(self.layout.carried(loop))) > 1:
            return set()
        summed = all(extends(s, chain) or not touches(s, chain) for s in inside)
        if not summed or not all(map(self.is_open, chain)):
            return set()
        if not all(self.only_read_at_the_end(name, loop) for name in chain):
            return set()
        in_order = all(is_in_order(block, chain) for block in self.blocks(loop, chain))
        return chain if in_order else set()

    def blocks(self, loop: Statement, chain: set[str]) -> Iterator[Block]:
        """Yield the bodies of a loop and of the loops in it that add to a sum."""
        yield loop.body
        for inner in added_in(walk_statements(loop.body), chain):
            yield inner.body


def touches(statement: Statement, names: set[str]) -> bool:
    """Return True if a statement reads or binds one of some names, not in its blocks."""
    return bool((own_reads(statement) | set(targets(statement))) & names)


def is_in_order(block: Block, chain: set[str]) -> bool:
    """Return True if a block adds in one loop over a range at most, and no `if` adds after it.

    The backward part runs through loops that stand one after the other in the other order.
    """
    loops = added_in(block, chain)
    if len(loops) > 1 or not all(isinstance(s, gast.For) for s in loops):
        return False
    behind = False
    for statement in block:
        inside = statement.body + statement.orelse if isinstance(statement, gast.If) else []
        if writes(inside) & chain and (behind or added_in(walk_statements(inside), chain)):
            return False
        behind |= statement in loops
    return True


def added_in(statements: Iterable[Statement], chain: set[str]) -> list[Statement]:
    """Return the loops among some statements that add to a sum."""
    return [s for s in statements if is_loop(s) and writes(s) & chain]


def delayed(block: Block, rerun: frozenset[Statement], names: Names) -> Iterator[Statement]:
    """Yield the statements of a block that read sums which a loop in it adds up only backward."""
    touched: set[str] = set()
    for statement in block:
        if statement in rerun:
            touched |= writes(statement) & names
        elif touched & own_reads(statement) and not isinstance(statement, gast.Return):
            touched.update(targets(statement))
            yield statement


def delayed_in(body: Block, rerun: frozenset[Statement], sums: Names) -> frozenset[Statement]:
    """Return the statements that run after the backward part of the block they are in."""
    every = [body, *(loop.body for loop in rerun)] if sums else []
    return frozenset(s for block in every for s in delayed(block, rerun, sums))
