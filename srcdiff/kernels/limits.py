"""How far the places of threads go where a kernel runs a statement."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.structure import Structure
from srcdiff.kernels.comparisons import Comparison, comparisons, limits_of
from srcdiff.kernels.launched import Known
from srcdiff.syntax import Expression, Statement, dotted, same


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

    def is_end(self, test: Expression, true: bool, limit: tuple[str, Expression]) -> bool:
        """Tell whether a condition does nothing but limit a place from above."""
        inner = test
        while isinstance(inner, gast.UnaryOp) or dotted(inner) in self.known.values:
            inner = self.known.values[dotted(inner)] if dotted(inner) else inner.operand
        found = [limits_of(c) for c in comparisons(test, self.known.values, true)]
        if not isinstance(inner, gast.Compare) or len(inner.ops) != 1 or len(found) != 1:
            return False
        place, end = found[0] or ("", None)
        known = None if end is None else self.known.resolved(end)
        return place == limit[0] and known is not None and same(known, limit[1])
