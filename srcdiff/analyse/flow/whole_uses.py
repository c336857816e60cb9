"""Which names have to be integers: those that subscripts, sizes and ranges are made of."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.analyse.types.types import Types, is_array, is_inexact
from srcdiff.core.operations import is_store, standard, store_target
from srcdiff.core.primitives import names_with
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    has_operator,
    number,
    own_nodes,
    reads,
    targets,
)

Bindings = dict[str, list[Expression | None]]
BITS = (gast.LShift, gast.RShift, gast.BitAnd, gast.BitOr, gast.BitXor)
SIZED = names_with(sized=True)


class Whole:
    """Which names have to be integers: those of subscripts, sizes and ranges."""

    def __init__(self, every: list[Statement], types: Types, bound: Bindings) -> None:
        self.types, self.bound = types, bound
        self.certain: set[str] = set()
        self.perhaps: set[str] = set()  # of what is passed on, or returned
        while True:
            before = len(self.certain), len(self.perhaps)
            for statement in every:
                self.enter(statement)
            if before == (len(self.certain), len(self.perhaps)):
                return

    def demands(self, title: str, power: Expression) -> bool:
        """Return True if a power has to be an integer.

        One whose exponent is written with a minus is none, wherever it is passed on to.
        """
        values = self.bound.get(dotted(power.right), [])
        exponent = values[0] if len(values) == 1 and values[0] is not None else power.right
        is_reciprocal = isinstance(exponent, gast.UnaryOp) or (number(exponent) or 0) < 0
        return title in self.certain or (title in self.perhaps and not is_reciprocal)

    def enter(self, statement: Statement) -> None:
        """Enter the names that a statement takes for integers."""
        value = getattr(statement, "value", None)
        for node in own_nodes(statement):
            if isinstance(node, gast.Subscript):
                self.certain |= reads(node.slice)
            elif has_operator(node, *BITS):
                self.certain |= reads(node)
            elif callee_of(node) in SIZED:
                self.certain |= reads(node.args[0]) if node.args else set()
            elif isinstance(node, gast.Call) and not is_of_numbers(dotted(node.func)):
                self.perhaps |= reads(list(node.args))
        if isinstance(statement, gast.For):
            self.certain |= reads(statement.iter)
        if is_store(statement) and self.is_whole(dotted(store_target(statement).value)):
            self.certain |= reads(value)  # into an array of integers
        passed = isinstance(value, (gast.Tuple, gast.List))
        if isinstance(statement, gast.Return) or passed:
            self.perhaps |= reads(statement)
        bound = {t for t in targets(statement) if self.is_whole(t)}
        for names in (self.certain, self.perhaps):
            if value is not None and names & bound:
                names |= reads(value)

    def is_whole(self, title: str) -> bool:
        """Return True if a name is of an integer, or of what may have integers in it."""
        kind = self.types.names.get(title)
        return kind is None or not is_inexact(kind.dtype if is_array(kind) else kind)


def is_of_numbers(called: str) -> bool:
    """Return True if a function takes floating-point numbers as it takes integers."""
    known = called in ("abs", "bool", "float", "int", "max", "min", "np.where", "round")
    by_name = called.startswith(("math.", "operator.i"))
    return known or by_name or isinstance(standard(called), np.ufunc)
