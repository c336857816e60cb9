"""Which arrays are needed only where a condition holds, as `s` is in `np.where(c, s, 0.0)`.

Where it does not hold nothing comes to their adjoints, so nothing may go on from there: not zero
times a derivative that does not exist.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast
import numpy as np

from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core.operations import is_elementwise, operation
from srcdiff.syntax import Statement, dotted, targets


@dataclass(frozen=True)
class Mask:
    """The name of a condition, and whether an array is needed where it holds or where not."""

    condition: str
    holds: bool


def masks(layout: Structure, types: Types, arrays: Arrays) -> Mapping[str, Mask]:
    """Return the arrays that are needed only where a condition holds, and the conditions."""
    found: dict[str, Mask] = {}
    for statement in reversed(layout.order):
        for target in targets(statement):
            if is_array(types[target]) and layout.is_single(target):
                asked = {
                    mask_of(target, statement, reader, found, layout, types, arrays)
                    for reader in layout.readers.get(target, ())
                }
                known = asked.pop() if len(asked) == 1 else None
                if known is not None:
                    found[target] = known
    return found


def mask_of(
    array: str,
    made: Statement,
    reader: Statement,
    found: Mapping[str, Mask],
    layout: Structure,
    types: Types,
    arrays: Arrays,
) -> Mask | None:
    """Return where one statement needs an array that another one makes, None for everywhere."""
    called = operation(getattr(reader, "value", None)) if isinstance(reader, gast.Assign) else None
    if called is None or called.is_user or layout.path[made] != layout.path[reader]:
        return None
    (target, *others) = targets(reader) or ("",)
    if others or not is_alike(array, target, types, arrays):
        return None
    names = [dotted(operand) for operand in called.operands]
    if called.function is np.where and len(names) == 3 and names.count(array) == 1:
        condition = names[0]
        known = layout.is_single(condition) and is_alike(array, condition, types, arrays)
        return Mask(condition, array == names[1]) if known and condition != array else None
    return found.get(target) if is_elementwise(called) else None


def is_alike(array: str, other: str, types: Types, arrays: Arrays) -> bool:
    """Return True if two arrays certainly have the same shape."""
    return types.is_array(other) and arrays.same_shape(array, other)
