"""Where the axes of an array are in what is made of it, by reductions and subscripts."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from srcdiff.analyse.arrays.subscripts import is_everything
from srcdiff.core.operations import Operation, is_elementwise
from srcdiff.core.primitives import Axis, functions_with
from srcdiff.syntax import Expression, members, number

REDUCTIONS = functions_with(axis=Axis.REDUCED)  # along the axis that is the second operand
CONTRACTIONS = {np.matmul}  # of NumPy's ufuncs
Move = Callable[[int], int | None]


def stays(axis: int) -> int | None:
    """Return an axis where it was."""
    return axis


def is_lost(axis: int) -> int | None:
    """Return no axis, for what is known of none."""
    return None


def moved_by(found: Operation, rank: int) -> Move:
    """Return where an operation has the axes of its first operand, which are counted from the last.

    >>> from srcdiff.core.operations import operation
    >>> from srcdiff.syntax import expression
    >>> texts = ("x + y", "x.sum(axis=1)", "np.sum(x)", "np.expand_dims(x, 1)")
    >>> moves = [moved_by(operation(expression(text)), 2) for text in texts]
    >>> [(move(-2), move(-1)) for move in moves]
    [(-2, -1), (-1, None), (None, None), (-3, -1)]
    """
    function, operands = found.function, found.operands
    if is_elementwise(found) and function not in CONTRACTIONS:
        return stays
    place = number(operands[1]) if len(operands) == 2 else None
    if not isinstance(place, int):
        return is_lost
    if function in REDUCTIONS:
        return without(place if place < 0 else place - rank)
    if function is np.expand_dims:
        new = place if place < 0 else place - rank - 1
        return lambda axis: axis if axis > new else axis - 1
    return is_lost


def without(gone: int) -> Move:
    """Return where the axes are that are left when one goes."""

    def move(axis: int) -> int | None:
        if axis == gone:
            return None
        return axis if axis > gone else axis + 1

    return move


def moved_by_subscript(index: Expression, rank: int) -> Move:
    """Return where the axes of an array are in the part that a subscript takes.

    >>> from srcdiff.syntax import expression
    >>> subscripts = ("x[:, 0]", "x[:, None]", "x[1:]", "x[i]")
    >>> moves = [moved_by_subscript(expression(text).slice, 2) for text in subscripts]
    >>> [(move(-2), move(-1)) for move in moves]
    [(-1, None), (-3, -1), (None, -1), (None, -1)]
    """
    places: list[int | None] = []  # for each axis of the array, that of the part
    count = 0
    for part in members(index):
        if isinstance(part, gast.Constant) and part.value is None:
            count += 1
        elif isinstance(part, gast.Slice):
            places.append(count if is_everything(part) else None)
            count += 1
        elif isinstance(part, gast.Constant) and part.value is ...:
            return is_lost
        else:
            places.append(None)
    left = rank - len(places)
    places += range(count, count + left)
    count += left

    def move(axis: int) -> int | None:
        place = places[axis]
        return None if place is None else place - count

    return move
