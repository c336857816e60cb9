"""What the conditions around a statement of a kernel tell of the thread that runs it."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operators import NEGATED
from srcdiff.gpu.launch.polynomials import Polynomial, Reader, is_natural, whole
from srcdiff.syntax import Expression, Statement

ORDER = (gast.Lt, gast.LtE, gast.Gt, gast.GtE)


@dataclass(frozen=True)
class Fact:
    """A comparison that holds: `left` compared by `kind` with zero; None for another condition."""

    left: Polynomial | None
    kind: type[gast.AST]

    @property
    def is_known(self) -> bool:
        """Return True if only places, arguments and sizes are compared."""
        return self.left is not None and self.left.is_known


NOTHING = Fact(None, gast.Eq)


@dataclass(frozen=True)
class Guards:
    """The conditions in a function of one thread."""

    layout: Structure
    reader: Reader

    def facts(self, statement: Statement) -> list[Fact]:
        """Return what holds where a statement runs."""
        found: list[Fact] = []
        for around, way in self.layout.path[statement]:
            if isinstance(around, (gast.If, gast.While)):
                is_true = isinstance(around, gast.While) or way == 0
                held = self.holds(around.test, is_true)
                found += [fact if self.is_lasting(fact, around) else NOTHING for fact in held]
        return found

    def is_lasting(self, fact: Fact, around: Statement) -> bool:
        """Return True if variables keep the values that are compared, inside a statement."""
        unknown = [] if fact.left is None else fact.left.unknown
        made = [d for variable in unknown for d in self.layout.definitions[variable]]
        return all(self.layout.dominates(definition, around) for definition in made)

    def holds(self, test: Expression, true: bool) -> list[Fact]:
        """Return what follows from a condition that is true, or that is false."""
        match test:
            case gast.Name(id=title):
                made = self.layout.definitions.get(title, ())
                single = len(made) == 1 and isinstance(made[0], gast.Assign)
                return self.holds(made[0].value, true) if single else [NOTHING]
            case gast.UnaryOp(op=gast.Not(), operand=inner):
                return self.holds(inner, not true)
            case gast.BoolOp(op=op, values=values) if isinstance(op, gast.And) == true:
                return [fact for part in values for fact in self.holds(part, true)]
            case gast.Compare(left=left, ops=kinds, comparators=others) if true:
                parts = zip([left, *others], kinds, others, strict=False)
                return [self.compared(*part) for part in parts]
            case gast.Compare(left=left, ops=[kind], comparators=[right]) if type(kind) in NEGATED:
                return [self.compared(left, NEGATED[type(kind)](), right)]
        return [NOTHING]

    def compared(self, left: Expression, kind: gast.AST, right: Expression) -> Fact:
        """Return the fact of a comparison."""
        first, second = self.reader.read(left), self.reader.read(right)
        if first is None or second is None or type(kind) not in NEGATED:
            return NOTHING
        return Fact(first + -second, type(kind))

    def is_positive(self, index: Polynomial, statement: Statement) -> bool:
        """Return True if a subscript is certainly not negative where a statement runs."""
        if is_natural(index):
            return True
        for fact in self.facts(statement):
            if fact.left is None:
                continue
            # index = left + rest, with left >= 0, or = rest - left, with left <= 0
            rest = index + -fact.left if fact.kind in (gast.Gt, gast.GtE) else index + fact.left
            if fact.kind in ORDER and is_natural(rest + whole(strict(fact.kind))):
                return True
        return False

    def pinned(self, symbol: str, statement: Statement) -> int | None:
        """Return the only value of a symbol where a statement is run, None for several."""
        for fact in self.facts(statement):
            if fact.kind is not gast.Eq or fact.left is None:
                continue
            sign = fact.left.terms.get((symbol,), 0)
            if sign in (1, -1) and fact.left.symbols == {symbol} and len(fact.left.terms) < 3:
                return -sign * fact.left.constant
        return None


def strict(kind: type[gast.AST]) -> int:
    """Return by how much at least the sides of a comparison differ."""
    return 1 if kind in (gast.Lt, gast.Gt) else 0
