"""How far the places of threads go where a kernel runs a statement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import Comparison, comparisons, limits_of
from srcdiff.analyse.flow.structure import Structure
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.thread.slices import reads_elements
from srcdiff.syntax import Block, Expression, Statement, dotted, same


@dataclass(frozen=True)
class Limits:
    """The conditions of a kernel; `known` is what the launch knows, and single values."""

    layout: Structure
    known: Known

    def facts(self, statement: Statement) -> list[Comparison]:
        """Return what holds where a statement runs."""
        return [
            found
            for around, way in self.layout.path[statement]
            if isinstance(around, gast.If)
            for found in comparisons(around.test, self.known.values, way == 0)
        ]

    def end(self, statement: Statement, place: str) -> Expression | None:
        """Return what the launch knows to limit a place where a statement runs."""
        limits = [end for c in self.facts(statement) for end in [limits_of(c)] if end is not None]
        ends = [self.known.resolved(end) for limited, end in limits if limited == place]
        return next((end for end in ends if end is not None), None)

    def ends(self, wanted: Iterable[Statement], place: str) -> list[Expression] | None:
        """Return the different limits of a place where statements run; None if one has none."""
        found: list[Expression] = []
        for end in (self.end(statement, place) for statement in wanted):
            if end is None:
                return None
            found += [] if any(same(end, other) for other in found) else [end]
        return found

    def is_read_before(self, block: Block, place: str, ends: list[Expression]) -> bool:
        """Return True if statements read elements where none of the limits of a place holds yet."""
        for statement in block:
            if reads_elements(statement):
                return True
            if isinstance(statement, gast.If):
                for true, part in ((True, statement.body), (False, statement.orelse)):
                    limited = self.limits(statement.test, true, place)
                    holds = any(same(limit, end) for limit in limited for end in ends)
                    if not holds and self.is_read_before(part, place, ends):
                        return True
        return False

    def limits(self, test: Expression, true: bool, place: str) -> list[Expression]:
        """Return what a condition limits a place by from above, as the launch knows it."""
        found = (limits_of(c) for c in comparisons(test, self.known.values, true))
        known = [self.known.resolved(limit[1]) for limit in found if limit and limit[0] == place]
        return [limit for limit in known if limit is not None]

    def is_end(self, test: Expression, true: bool, limit: tuple[str, Expression]) -> bool:
        """Return True if a condition does nothing but limit a place from above."""
        inner = test
        while isinstance(inner, gast.UnaryOp) or dotted(inner) in self.known.values:
            inner = self.known.values[dotted(inner)] if dotted(inner) else inner.operand
        found = [limits_of(c) for c in comparisons(test, self.known.values, true)]
        if not isinstance(inner, gast.Compare) or len(inner.ops) != 1 or len(found) != 1:
            return False
        place, end = found[0] or ("", None)
        known = None if end is None else self.known.resolved(end)
        return place == limit[0] and known is not None and same(known, limit[1])
