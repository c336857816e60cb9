"""The shapes of arrays whose elements are written out."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.primitives import functions_with
from srcdiff.syntax import Expression, dotted, number

DISPLAYS = functions_with(from_lists=True)


def displayed(tree: Expression, types: Types) -> tuple[int, ...] | None:
    """Return the shape of the array of a display: () of a number, None where others decide.

    >>> from srcdiff.syntax import expression
    >>> known = Types({"x": numba_types.float64, "a": numba_types.float64[:]}, numba_types.none)
    >>> [displayed(expression(text), known) for text in ("[[x, 1.0]]", "[x, a]", "a")]
    [(1, 2), None, None]
    """
    if not isinstance(tree, (gast.List, gast.Tuple)):
        kinds = numba_types.Number, numba_types.Boolean
        is_number = number(tree) is not None or isinstance(types.names.get(dotted(tree)), kinds)
        return () if is_number else None
    parts = {displayed(part, types) for part in tree.elts}
    inside = parts.pop() if len(parts) == 1 else None
    return None if inside is None else (len(tree.elts), *inside)
