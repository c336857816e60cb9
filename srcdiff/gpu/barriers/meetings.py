"""Which parts of a kernel the threads of a block may run at the same time: barriers part them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import gast

from srcdiff.gpu.barriers.barriers import called
from srcdiff.syntax import Block, Statement, blocks, walk_statements


@dataclass(frozen=True)
class Meetings:
    """Parts of a kernel without barriers inside, by number, and which of them may meet.

    Two parts meet if threads get from the one to the other without a barrier.
    """

    part: dict[Statement, int]
    pairs: frozenset[tuple[int, int]]
    stand_ins: frozenset[str]

    def is_barrier(self, statement: Statement) -> bool:
        """Return True if a statement stands for a barrier."""
        return called(getattr(statement, "value", None)) in self.stand_ins

    def at_once(self, first: Statement, second: Statement) -> bool:
        """Return True if threads may run two statements at the same time."""
        return self.part[first] == self.part[second] or self.follow(first, second)

    def follow(self, first: Statement, second: Statement) -> bool:
        """Return True if there may be a way between two statements that leaves their part."""
        pair = self.part[first], self.part[second]
        return pair in self.pairs or pair[::-1] in self.pairs


def meetings(body: Block, stand_ins: Collection[str]) -> Meetings:
    """Return the parts of a kernel; `stand_ins` are the functions that stand for barriers.

    All threads of a block take the same way through branches and loops with barriers.

    >>> from srcdiff.syntax import statements
    >>> body = statements('''
    ... a = 1
    ... while c:
    ...     b = 2
    ...     wait()
    ... d = 3
    ... ''')
    >>> found = meetings(body, {"wait"})
    >>> first, loop, last = body
    >>> found.at_once(first, loop.body[0]), found.at_once(first, last)
    (True, True)
    >>> found.at_once(loop.body[0], last)
    False
    """
    walk = _Walk(stand_ins)
    walk.block(body, frozenset())
    return Meetings(walk.part, frozenset(walk.pairs), frozenset(stand_ins))


class _Walk:
    """The walk of `meetings`: `block` returns the parts that lead to the end of a block."""

    def __init__(self, stand_ins: Collection[str]) -> None:
        self.stand_ins = stand_ins
        self.part: dict[Statement, int] = {}
        self.pairs: set[tuple[int, int]] = set()

    def waits(self, statement: Statement) -> bool:
        """Return True if there is a barrier in a statement."""
        inside = walk_statements([statement])
        return any(called(getattr(s, "value", None)) in self.stand_ins for s in inside)

    def block(self, old: Block, before: frozenset[int]) -> frozenset[int]:
        """Enter the parts of a block, to which some lead without a barrier."""
        own = -1
        for statement in old:
            if self.waits(statement):
                own = -1
                before = self.parted(statement, before)
                continue
            if own < 0:
                own = self.number(statement)
                self.pairs |= {(part, own) for part in before}
                before |= {own}
            self.part.update(dict.fromkeys(walk_statements([statement]), own))
        return before

    def parted(self, statement: Statement, before: frozenset[int]) -> frozenset[int]:
        """Enter the parts of a statement with barriers, or a barrier."""
        if not blocks(statement):
            return frozenset()
        if isinstance(statement, gast.If):
            ends = [self.block(part, before) for part in blocks(statement)]
            return frozenset().union(*ends)
        once = self.block(statement.body, before)
        again = self.block(statement.body, once)  # what an iteration leads to in the next one
        return before | once | again

    def number(self, statement: Statement) -> int:
        """Return the number of the part that begins with a statement."""
        return self.part.get(statement, len(set(self.part.values())))
