"""Refuse writes to parts of an array of what may be other parts of it, element by element.

NumPy, Numba and a derivative would write these in different orders.
"""

from __future__ import annotations

import gast

from srcdiff.analyse.effects import Effects
from srcdiff.analyse.statement_effects import NONE
from srcdiff.analyse.structure import Structure
from srcdiff.analyse.subscripts import is_advanced, same_or_disjoint
from srcdiff.analyse.types import Types
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise import Core
from srcdiff.operations import is_load, is_store, store_target
from srcdiff.syntax import Expression, dotted, walk_statements


def check_overlaps(core: Core, types: Types, memory: Effects, layout: Structure) -> None:
    """Refuse `x[1:] += x[:-1]`, and `x[mask] = x[::-1]`.

    Raises UnsupportedSyntax.
    """
    for statement in filter(is_store, walk_statements(core.tree.body)):
        target, value = store_target(statement), dotted(statement.value)
        roots = memory.roots.get(dotted(target.value), NONE)
        if not types.is_array(value) or not roots & memory.roots.get(value, NONE):
            continue
        augmented = isinstance(statement, gast.AugAssign)
        if augmented and not is_safe(statement, types, layout):
            raise UnsupportedSyntax(
                "a part of an array is changed by a part of the same array, element by element: "
                "what that gives depends on their order",
                statement,
                "copy the right side first: `x[1:] += x[:-1].copy()`",
            )
        if not augmented and is_advanced(target.slice, types.is_array):
            raise UnsupportedSyntax(
                "the elements that a mask selects become parts of the same array: what that gives "
                "depends on their order",
                statement,
                "copy the right side first: `x[mask] = y.copy()`",
            )


def is_safe(statement: gast.AugAssign, types: Types, layout: Structure) -> bool:
    """Tell whether a part of an array is changed by the same part of it, or quite another one."""
    target = store_target(statement)
    array, index = dotted(target.value), target.slice
    whole = taken(array, layout) if is_whole(index) else None
    array, index = whole or (array, index)
    source = taken(dotted(statement.value), layout)
    if source is None or source[0] != array:
        return False
    return same_or_disjoint(index, source[1], types.ndim(array))


def taken(part: str, layout: Structure) -> tuple[str, Expression] | None:
    """Return the array of which a name is a part, and which part; None for any other name."""
    made = layout.definitions.get(part, ())
    if len(made) != 1 or not is_load(made[0]):
        return None
    return dotted(made[0].value.value), made[0].value.slice


def is_whole(index: Expression) -> bool:
    """Tell whether a subscript is `:`."""
    parts = (index.lower, index.upper, index.step) if isinstance(index, gast.Slice) else (index,)
    return not any(parts)
