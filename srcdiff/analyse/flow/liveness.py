"""Which names may still be read, before and after each statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.core.operations import is_shape
from srcdiff.syntax import Block, Statement, children, names_in, reads, targets, writes

Names = frozenset[str]


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
    flow.block(body, result)
    return Liveness(flow.before, flow.after, flow.header)


class _Flow:
    """The backward walk of `liveness`."""

    def __init__(
        self, read_by: Callable[[Any], set[str]], certain: frozenset[Statement] = frozenset()
    ) -> None:
        self.read_by = read_by
        self.certain = certain
        self.before: dict[Statement, Names] = {}
        self.after: dict[Statement, Names] = {}
        self.header: dict[Statement, Names] = {}
        self.known: dict[Statement, tuple[Names, Names]] = {}

    def block(self, block: Block, after: Names) -> Names:
        """Return the names that are live before a block."""
        for statement in reversed(block):
            self.after[statement] = after
            after = self.before[statement] = self.statement(statement, after)
        return after

    def statement(self, statement: Statement, after: Names) -> Names:
        """Return the names that are live before a statement."""
        if isinstance(statement, gast.If):
            ways = self.block(statement.body, after) | self.block(statement.orelse, after)
            return ways | self.own(statement.test)[0]
        if isinstance(statement, gast.While):
            test = self.own(statement.test)[0]
            return self.loop(statement, after | test, frozenset()) | test
        if isinstance(statement, gast.For):
            counter = frozenset(writes(statement.target))
            return self.loop(statement, after, counter) | self.own(statement.iter)[0]
        read, written = self.own(statement)
        return (after - written) | read

    def loop(self, statement: Statement, after: Names, counter: Names) -> Names:
        """Return the names that are live before a loop, the bounds or the test left out."""
        header = after
        while True:
            inside = self.block(statement.body, header) - counter
            wider = header | inside
            if wider == header:
                self.header[statement] = header
                return inside if statement in self.certain else header
            header = wider

    def own(self, node: Statement) -> tuple[Names, Names]:
        """Return the names that a node reads and writes."""
        if node not in self.known:
            written = targets(node) if isinstance(node, gast.Assign) else writes(node)
            read = names_in(node)[0] if self.read_by is reads else frozenset(self.read_by(node))
            self.known[node] = read, frozenset(written)
        return self.known[node]
