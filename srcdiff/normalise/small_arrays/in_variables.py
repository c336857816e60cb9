"""Hold the elements of small arrays in variables, where that is worth it."""

from __future__ import annotations

from dataclasses import replace

from srcdiff.analyse.arrays.bound_shapes import Place
from srcdiff.analyse.arrays.small import Small, is_worth, small
from srcdiff.normalise.control_flow.ssa import ssa
from srcdiff.normalise.dialect.wheres import wheres
from srcdiff.normalise.small_arrays.scalarise import Scalars, scalarise


def small_arrays(place: Place, whole: bool, again: bool = False) -> Small | None:
    """Return the arrays of a function whose elements can be variables, if that is worth it.

    Without `whole`, the function takes and returns elements itself. It is worth it in loops, and,
    where the function itself is called `again` and again, everywhere.
    """
    banned: frozenset[str] = frozenset()
    while True:
        found = small(place, banned)
        if not found.shapes or (whole and not again and not is_worth(found, place.layout)):
            return None
        left = in_variables(place, found, whole).left
        if not left:
            return found
        banned |= left


def in_variables(place: Place, found: Small, whole: bool) -> Scalars:
    """Return a function with its small arrays held in variables."""
    new = scalarise(place.core.tree, place.types, found, place.sizes, whole)
    types = replace(place.types, names={**place.types.names, **new.kinds})
    tree = wheres(new.tree, types)  # no `np.where` of elements
    return replace(new, tree=ssa(tree, new.variables))  # one name for each value
