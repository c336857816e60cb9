"""Shapes of arrays that statements check to be those of others."""

from __future__ import annotations

import gast

from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import is_shape
from srcdiff.syntax import Expression, dotted


def checked_shapes(layout: Structure) -> dict[str, str]:
    """Return arrays whose shapes are checked to be those of others, which are there before.

    Each check stands in the block that makes the array, so that none is used without it.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import statements
    >>> body = statements("u = x.copy(); v = np.zeros(n); assert v.shape == u.shape")
    >>> checked_shapes(structure(body))
    {'v': 'u'}
    """
    found: dict[str, str] = {}
    for statement in layout.order:
        test = statement.test if isinstance(statement, gast.Assert) else None
        if not isinstance(test, gast.Compare) or not isinstance(test.ops[0], gast.Eq):
            continue
        sides = test.left, test.comparators[-1]
        if len(test.ops) > 1 or any(not is_whole_shape(side) for side in sides):
            continue
        before, after = sorted(
            (dotted(side.value) for side in sides), key=lambda name: last_made(name, layout)
        )
        made = layout.definitions.get(after, ())
        first = layout.definitions.get(before, ())
        if len(made) != 1 or len(first) > 1 or layout.path[made[0]] != layout.path[statement]:
            continue
        if not first or layout.dominates(first[0], made[0]):
            found[after] = before
    return found


def is_whole_shape(part: Expression) -> bool:
    """Return True if an expression is `x.shape`."""
    return isinstance(part, gast.Attribute) and part.attr == "shape" and is_shape(part)


def last_made(array: str, layout: Structure) -> int:
    """Return the place of the statement that makes an array, -1 for a parameter."""
    return max((layout.order[s] for s in layout.definitions.get(array, ())), default=-1)
