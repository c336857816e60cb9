"""Refuse writes to parts of an array of what may be other parts of it, element by element.

NumPy, Numba and a derivative would write these in different orders.
"""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.arrays.subscripts import is_advanced, is_moving, parts_of, same_or_disjoint
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types
from srcdiff.core import Core
from srcdiff.core.operations import is_load, is_store, store_target
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, Statement, dotted, number, walk_statements


def check_overlaps(core: Core, types: Types, memory: Effects, layout: Structure) -> None:
    """Refuse `x[mask] = x[::-1]`, and `m[0] = m[:, 1]`.

    Raises UnsupportedSyntax.
    """
    for statement in filter(is_store, walk_statements(core.tree.body)):
        target, value = store_target(statement), dotted(statement.value)
        roots = memory.roots.get(dotted(target.value), NONE)
        if dotted(target.value) in memory.lists:
            continue
        if not types.is_array(value) or not roots & memory.roots.get(value, NONE):
            continue
        augmented = isinstance(statement, gast.AugAssign)  # copied, if need be (buffered.py)
        if not augmented and is_advanced(target.slice, types.is_array):
            raise UnsupportedSyntax(
                "the elements that a mask selects become parts of the same array: what that gives "
                "depends on their order",
                statement,
                "copy the right side first: `x[mask] = y.copy()`",
            )
        if not augmented and not keeps_order(target, value, types, layout):
            raise UnsupportedSyntax(
                "a part of an array becomes another part of the same array, whose elements may lie "
                "at other distances: what that gives depends on their order",
                statement,
                "copy the right side first: `m[0] = m[:, 1].copy()`",
            )


def is_unsafe_update(
    statement: Statement, types: Types, memory: Effects, layout: Structure
) -> bool:
    """Return True if an array is changed by what may be another part of it."""
    if not is_store(statement) or not isinstance(statement, gast.AugAssign):
        return False
    array, value = dotted(store_target(statement).value), dotted(statement.value)
    shared = memory.roots.get(array, NONE) & memory.roots.get(value, NONE)
    if array in memory.lists or not types.is_array(value) or not shared:
        return False
    return not is_safe(statement, types, layout)


def is_safe(statement: gast.AugAssign, types: Types, layout: Structure) -> bool:
    """Return True if a part of an array is changed by the same part of it, or quite another one."""
    target = store_target(statement)
    array, index = dotted(target.value), target.slice
    whole = taken(array, layout) if is_whole(index) else None
    array, index = whole or (array, index)
    source = taken(dotted(statement.value), layout)
    if source is None or source[0] != array:
        return False
    return same_or_disjoint(index, source[1], types.ndim(array))


def keeps_order(target: gast.Subscript, value: str, types: Types, layout: Structure) -> bool:
    """Return True if NumPy writes a part of an array as if it had copied it first.

    It copies what overlaps a part of several dimensions, or runs the other way; else it counts on
    steps of the same length in memory.
    """
    array, index = dotted(target.value), target.slice
    if types.ndim(array) - dropped(index) > 1:
        return True
    source = taken(value, layout)
    if source is not None and source[0] == array:
        if same_or_disjoint(index, source[1], types.ndim(array)):
            return True
        written, read = step(index, types.ndim(array)), step(source[1], types.ndim(array))
        if written is not None and read is not None and written[0] == read[0]:
            return abs(written[1]) == abs(read[1])
    return is_dense(array, index, types) and types.ndim(value) == 1 and types[value].layout == "C"


def dropped(index: Expression) -> int:
    """Return how many dimensions a subscript takes single elements along; more if unknown."""
    parts = parts_of(index)
    if any(map(is_moving, parts)):
        return len(parts) + 1
    return sum(not isinstance(part, gast.Slice) for part in parts)


def step(index: Expression, ndim: int) -> tuple[int, int] | None:
    """Return along which dimension a part of one dimension lies, and its step; None if unknown.

    >>> from srcdiff.syntax import expression
    >>> [step(expression(f"a[{i}]").slice, 2) for i in ("i", "1:, j", "i, ::-2", ":, :", "i, ::k")]
    [(1, 1), (0, 1), (1, -2), None, None]
    """
    parts = parts_of(index)
    if any(map(is_moving, parts)):
        return None
    whole = gast.Slice(None, None, None)
    parts = [*parts, *[whole] * (ndim - len(parts))]
    found = [(axis, part.step) for axis, part in enumerate(parts) if isinstance(part, gast.Slice)]
    if len(found) != 1:
        return None
    axis, length = found[0]
    known = 1 if length is None else number(length)
    return (axis, known) if isinstance(known, int) else None


def is_dense(array: str, index: Expression, types: Types) -> bool:
    """Return True if the elements of a part of an array certainly lie side by side in memory."""
    along = step(index, types.ndim(array))
    last = {"C": types.ndim(array) - 1, "F": 0}
    return along is not None and along == (last.get(types[array].layout), 1)


def taken(part: str, layout: Structure) -> tuple[str, Expression] | None:
    """Return the array of which a name is a part, and which part; None for any other name."""
    made = layout.definitions.get(part, ())
    if len(made) != 1 or not is_load(made[0]):
        return None
    return dotted(made[0].value.value), made[0].value.slice


def is_whole(index: Expression) -> bool:
    """Return True if a subscript is `:`."""
    parts = (index.lower, index.upper, index.step) if isinstance(index, gast.Slice) else (index,)
    return not any(parts)
