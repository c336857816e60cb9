"""Which names may still be read, before and after each statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.analyse.flow.name_sets import NameSet, Numbering
from srcdiff.core.operations import is_shape
from srcdiff.syntax import Block, Statement, children, names_in, reads, targets, writes

Names = AbstractSet[str]


def elements_read(part: Any) -> set[str]:
    """Return the names that a part of a tree reads, but for those of which it reads the shape.

    >>> from srcdiff.syntax import expression
    >>> sorted(elements_read(expression("x[i] + len(y) * z.shape[0]")))
    ['i', 'x']
    """
    if is_shape(part):
        return set()
    if isinstance(part, gast.Name):
        return reads(part)
    if isinstance(part, gast.AugAssign) and isinstance(part.target, gast.Name):
        return {part.target.id} | elements_read(part.value)
    return {name for inner in children(part) for name in elements_read(inner)}


@dataclass(frozen=True)
class Liveness:
    """The names that are read later, before and after each statement.

    `header` has, for each loop, the names that are read at the head of the loop by this
    or a later iteration, or after the loop.
    """

    before: Mapping[Statement, Names]
    after: Mapping[Statement, Names]
    header: Mapping[Statement, Names]
    numbering: Numbering  # of the names in these sets


def liveness(
    body: Block,
    result: Names = frozenset(),
    read_by: Callable[[Any], set[str]] = reads,
    certain: frozenset[Statement] = frozenset(),
) -> Liveness:
    """Return which names are live around each statement of a body.

    `result` has the names that are read after the body, `read_by` returns which a part of it reads.
    `certain` are loops that surely have an iteration.

    >>> from srcdiff.syntax import statements
    >>> first, second = body = statements("a = b\\nc = a + d")
    >>> sorted(liveness(body, frozenset({"c"})).after[first])
    ['a', 'd']
    """
    flow = _Flow(read_by, certain)
    flow.block(body, flow.numbering.bits(sorted(result)))
    return Liveness(flow.before, flow.after, flow.header, flow.numbering)


class _Flow:
    """The backward walk of `liveness`; sets of names are bits here."""

    def __init__(self, read_by: Callable[[Any], set[str]], certain: frozenset[Statement]) -> None:
        self.read_by = read_by
        self.certain = certain
        self.numbering = Numbering()
        self.before: dict[Statement, Names] = {}
        self.after: dict[Statement, Names] = {}
        self.header: dict[Statement, Names] = {}
        self.own: dict[Statement, tuple[int, int]] = {}  # what parts of statements read, and write
        self.whole: dict[Statement, tuple[int, int]] = {}

    def block(self, block: Block, after: int) -> int:
        """Return the names that are live before a block."""
        behind = NameSet(after, self.numbering)
        for statement in reversed(block):
            self.after[statement] = behind
            before = self.statement(statement, behind.bits)
            if before != behind.bits:
                behind = NameSet(before, self.numbering)
            self.before[statement] = behind
        return behind.bits

    def statement(self, statement: Statement, after: int) -> int:
        """Return the names that are live before a statement."""
        if isinstance(statement, gast.If):
            self.block(statement.body, after)
            self.block(statement.orelse, after)
        elif isinstance(statement, (gast.For, gast.While)):
            header = after | self.at_head(statement)[0]
            self.header[statement] = NameSet(header, self.numbering)
            self.block(statement.body, header)
        read, written = self.of(statement)
        return (after & ~written) | read

    def of(self, statement: Statement) -> tuple[int, int]:
        """Return the names that a statement reads first, and those it surely writes."""
        if not isinstance(statement, (gast.If, gast.For, gast.While)):
            return self.of_own(statement)
        known = self.whole.get(statement)
        if known is None:
            known = self.whole[statement] = self.of_compound(statement)
        return known

    def of_compound(self, statement: Statement) -> tuple[int, int]:
        """Return what a compound statement reads first, and what it surely writes."""
        if isinstance(statement, gast.If):
            read, written = self.of_block(statement.body)
            more, other = self.of_block(statement.orelse)
            return self.of_own(statement.test)[0] | read | more, written & other
        read, written = self.at_head(statement)
        head = statement.iter if isinstance(statement, gast.For) else statement.test
        return self.of_own(head)[0] | read, written if statement in self.certain else 0

    def at_head(self, loop: Statement) -> tuple[int, int]:
        """Return what a loop reads at its head in this or a later iteration, and what one writes.

        What an iteration adds to what is live after it is always the same.
        """
        read, written = self.of_block(loop.body)
        if isinstance(loop, gast.For):
            counter = self.numbering.bits(sorted(writes(loop.target)))
            return read & ~counter, written | counter
        return read | self.of_own(loop.test)[0], written

    def of_block(self, block: Block) -> tuple[int, int]:
        """Return the names that a block reads first, and those it surely writes."""
        read, written = 0, 0
        for statement in reversed(block):
            first, bound = self.of(statement)
            read = (read & ~bound) | first
            written |= bound
        return read, written

    def of_own(self, node: Statement) -> tuple[int, int]:
        """Return the names that a node reads and writes, blocks in it as a whole."""
        known = self.own.get(node)
        if known is None:
            written = targets(node) if isinstance(node, gast.Assign) else writes(node)
            read = names_in(node)[0] if self.read_by is reads else self.read_by(node)
            bits = self.numbering.bits
            known = self.own[node] = bits(read), bits(written)
        return known
