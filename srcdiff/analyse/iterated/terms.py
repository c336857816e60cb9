"""The terms of conditions on integers: values bound once, steps of counters, lengths of arrays."""

from __future__ import annotations

import gast

from srcdiff.syntax import Statement, is_range, number, range_parts


def is_plain(statement: Statement) -> bool:
    """Return True if a statement binds one name to a value."""
    return isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)


def step_of(loop: Statement) -> int:
    """Return by how much the counter of a loop grows, 0 where that is not known."""
    if not isinstance(loop, gast.For) or not is_range(loop.iter):
        return 0
    step = number(range_parts(loop.iter)[2])
    return step if type(step) is int else 0


def length(array: str, axis: int) -> str:
    """Return the term for the length of an array along an axis."""
    return f"{array}.shape[{axis}]"
