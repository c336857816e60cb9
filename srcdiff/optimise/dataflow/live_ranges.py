"""Give values that have nothing to do with each other different names.

A part of an expression has the same name wherever it is computed, forward and backward,
and in each branch. With a name for each of these values, what is found out about one
does not have to hold for the others: so more of them go back into expressions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.liveness import Liveness, liveness
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    blocks,
    is_part,
    is_tape,
    parameters,
    reads,
    rename,
    targets,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)

AGAIN = f"{SEPARATOR}0"  # after the name of another value, as often as needed


def live_ranges(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with one name for each value of a part of an expression.

    Values that meet, because one of several is read, keep the same name.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(live_ranges(function('''
    ... def f(x):
    ...     x·exp = math.exp(x)
    ...     y = x·exp * x
    ...     for i in range(3):
    ...         x·exp = y
    ...         y = x·exp * y
    ...     if y > x:
    ...         x·exp = 0.0
    ...     else:
    ...         x·exp = 1.0
    ...     return x·exp
    ... '''))))
    def f(x):
        x·exp = math.exp(x)
        y = x·exp * x
        for i in range(3):
            x·exp·0 = y
            y = x·exp·0 * y
        if y > x:
            x·exp·0·0 = 0.0
        else:
            x·exp·0·0 = 1.0
        return x·exp·0·0
    """
    live = liveness(tree.body)
    bound = Counter(t for s in walk_statements(tree.body) for t in targets(s))
    bound.update(live.before[tree.body[0]])  # values from outside
    several = {n for n, count in bound.items() if count > 1 and is_part(n) and not is_tape(n)}
    several = {n for n in several if not n.startswith("while" + SEPARATOR)}
    if not several:
        return tree
    known = {*parameters(tree), *reads(tree.body), *writes(tree.body)}
    entered = live.before[tree.body[0]] & several
    walk = _Webs(live, several, known, set(entered))
    return with_body(tree, walk.block(tree.body, {n: n for n in entered}))


@dataclass(frozen=True)
class _Webs:
    """The walk of `webs`: names with several values, all names, and those that are in use."""

    live: Liveness
    several: set[str]
    known: set[str]
    used: set[str]

    def block(self, block: Block, around: dict[str, str]) -> Block:
        """Return a block with new names; `around` has those of values from outside."""
        if not block:
            return block
        end = self.live.after[block[-1]]
        current = {n: around[n] for n in self.live.before[block[0]] & around.keys()}
        last = {n: self.last(block, n) for n in end & around.keys()}
        new: Block = []
        for position, statement in enumerate(block):
            before = self.live.before[statement]
            current = {n: m for n, m in current.items() if n in before}
            # from here on a value is needed at the end of the block, and outside
            current |= {n: around[n] for n, first in last.items() if first == position}
            new.append(self.statement(statement, current))
        return new

    def last(self, block: Block, name: str) -> int:
        """Return from which statement on the value that a name has at the end is needed."""
        position = len(block) - 1
        while position > 0 and name in self.live.before[block[position]]:
            position -= 1
        return position

    def statement(self, statement: Statement, current: dict[str, str]) -> Statement:
        """Return a statement with new names; `current` gets those that it begins."""
        inner = blocks(statement)
        after = self.live.after[statement]
        own = {*writes(statement), *reads(statement)} & self.several
        for name in sorted(own - current.keys()):
            if not inner or name in after or self.is_shared(name, statement):
                current[name] = self.fresh(name)
        if not inner:
            return gast.copy_location(rename(statement, current), statement)
        parts = [self.block(part, current) for part in inner]
        new = with_blocks(statement, parts)
        for field in ("test", "iter"):
            if hasattr(statement, field):
                setattr(new, field, rename(getattr(statement, field), current))
        return gast.copy_location(new, statement)

    def is_shared(self, name: str, statement: Statement) -> bool:
        """Return True if a value in the blocks of a statement is read outside them, or again."""
        if isinstance(statement, gast.If):
            return name in self.live.before[statement]
        return name in self.live.header[statement]

    def fresh(self, name: str) -> str:
        """Return a name for one more value of a name."""
        chosen = name
        while chosen in self.used or (chosen != name and chosen in self.known):
            chosen += AGAIN
        self.used.add(chosen)
        return chosen
