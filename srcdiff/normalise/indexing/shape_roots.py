"""Which arrays certainly have the shape of another one: those computed from it, by element."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.types.types import Types
from srcdiff.core.operations import is_elementwise, operation
from srcdiff.syntax import Expression, Statement, dotted, reads, whole_target

SAME = (np.copy, np.empty_like, np.ones_like, np.zeros_like)


def shape_root(array: str, place: Statement, layout: Structure, types: Types) -> str:
    """Return the array whose shape one has, as a statement finds both: perhaps itself.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import statements
    >>> body = statements("b = a * 2.0\\nm = b > x\\ny = a[m]")
    >>> known = dict.fromkeys("abm", numba_types.Array(numba_types.float64, 2, "C"))
    >>> types = Types(known, numba_types.none)
    >>> [shape_root(name, body[2], structure(body), types) for name in "mba"]
    ['a', 'a', 'a']
    """
    definition = only_definition(array, place, layout)
    if definition is None:
        return array
    found = {name for name in sources(definition.value) if types.is_array(name)}
    known = all(is_known(name, definition, layout) for name in found)
    roots = {shape_root(name, definition, layout, types) for name in found} if known else set()
    if len(roots) != 1 or any(types.ndim(name) != types.ndim(array) for name in found):
        return array
    return roots.pop()


def only_definition(array: str, place: Statement, layout: Structure) -> Statement | None:
    """Return the one assignment to an array alone, if it always runs right before a statement."""
    found = definition(array, place, layout)
    return found if found is not None and whole_target(found) == array else None


def definition(array: str, place: Statement, layout: Structure) -> gast.Assign | None:
    """Return the one assignment that binds an array, if it always runs right before a statement."""
    found = layout.definitions.get(array, ())
    if len(found) != 1 or not isinstance(found[0], gast.Assign) or found[0] is place:
        return None
    is_before = layout.order[found[0]] < layout.order[place]
    return found[0] if is_before and layout.dominates(found[0], place) else None


def is_known(array: str, place: Statement, layout: Structure) -> bool:
    """Return True if an array is the same at a statement and after it, in the same iteration."""
    no_other = not layout.definitions.get(array)
    return no_other or only_definition(array, place, layout) is not None


def sources(value: Expression | None) -> set[str]:
    """Return the names that a value has the common shape of, none if that is not known."""
    if isinstance(value, gast.Name):
        return {value.id}
    if isinstance(value, gast.Compare):
        return reads(value) if all(map(is_atom, [value.left, *value.comparators])) else set()
    found = operation(value)
    if found is None or not (is_elementwise(found) or found.function in SAME):
        return set()
    return {dotted(operand) for operand in found.operands if dotted(operand)}


def is_atom(tree: Expression) -> bool:
    """Return True for a name or a number."""
    return isinstance(tree, (gast.Name, gast.Constant, gast.UnaryOp))
