"""Checks that integers fit the widths that NumPy gives them."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.integer_kinds import WEAK, Kinds, limits
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.syntax import Expression, Statement, call, clone, constant, signed

OVERFLOW = "integer out of bounds of its width"


def check(value: Expression, kinds: Kinds, place: gast.AST) -> Statement:
    """Return the statement that raises where an integer does not fit all of some kinds."""
    low, high = bounds(kinds)
    tests = [
        gast.Compare(value, [gast.Lt()], [signed(low)]),
        gast.Compare(clone(value), [gast.Gt()], [constant(high)]),
    ]
    return raising(gast.BoolOp(gast.Or(), tests), OVERFLOW, place, "OverflowError")


def bounds(kinds: Kinds) -> tuple[int, int]:
    """Return the smallest and the largest integer that fits all of some kinds."""
    fixed = [limits(kind) for kind in kinds - WEAK]
    return max(low for low, _ in fixed), min(high for _, high in fixed)


def within(value: Expression, kinds: Kinds) -> Expression:
    """Return a value as an expression that raises where it does not fit all of some kinds."""
    low, high = bounds(kinds)
    return call("runtime.within", value, signed(low), constant(high))
