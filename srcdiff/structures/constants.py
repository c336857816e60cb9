"""Numbers and arrays of the program, which stay as they are."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srcdiff.structures.layouts import is_fixed, is_leaf
from srcdiff.structures.state.frames import Frame
from srcdiff.structures.state.values import UNKNOWN, Leaf
from srcdiff.syntax import SEPARATOR, Expression, clone, dotted, locate, signed, tuple_of


def is_plain_value(value: Any) -> bool:
    """Return True if a global value stays as it is: numbers, arrays, and tuples of them."""
    if type(value) is tuple:
        return all(map(is_plain_value, value))
    if is_fixed(value):
        return False
    return is_leaf(value) or (isinstance(value, list) and not value)


def frame_leaf(frame: Frame, value: Any, place: Expression) -> Leaf:
    """Return the expression for a number or an array of the program."""
    if isinstance(value, list) and not value:
        return Leaf(locate(gast.List([], gast.Load()), place))
    if isinstance(value, tuple) and not value:
        return Leaf(locate(tuple_of([]), place), ())
    known = value if type(value) in (int, float) else UNKNOWN
    first = dotted(place).split(".")[0]
    if first and first not in frame.local and first in frame.namespace:
        return Leaf(clone(place), known)
    if type(value) in (int, float) and np.isfinite(value):
        return Leaf(locate(signed(value), place), known)
    wanted = dotted(place).replace(".", "_") or "constant"
    return Leaf(locate(frame.name_of(value, wanted.replace(SEPARATOR, "_")), place), known)
