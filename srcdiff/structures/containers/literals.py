"""Lists, tuples and numbers that are written out."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.structures.state.values import Leaf, Value
from srcdiff.syntax import Expression, constant, signed, tuple_of


def is_display(value: Value | None) -> bool:
    """Return True if a value is a list or tuple that is written out."""
    return isinstance(value, Leaf) and isinstance(value.tree, (gast.List, gast.Tuple))


def any_starred(trees: list[Expression]) -> bool:
    """Return True if there is a star among some elements."""
    return any(isinstance(tree, gast.Starred) for tree in trees)


def is_literal(value: Any) -> bool:
    """Return True if a value can be written out: numbers, texts and tuples of them."""
    if type(value) is tuple:
        return all(map(is_literal, value))
    return value is None or type(value) in (int, float, bool, str)


def literal(value: Any) -> Leaf:
    """Return a value that is written out.

    >>> literal((1.5, "a")).known
    (1.5, 'a')
    """
    if isinstance(value, tuple):
        return Leaf(tuple_of([literal(part).tree for part in value]), value)
    return Leaf(signed(value) if type(value) in (int, float) else constant(value), value)


def is_text_tuple(value: Leaf) -> bool:
    """Return True if a leaf is a tuple with texts, or a text, that follow from the source."""
    if isinstance(value.known, tuple):
        return any(isinstance(part, (str, tuple)) for part in value.known)
    return isinstance(value.known, str)


def is_empty(value: Leaf) -> bool:
    """Return True if a leaf is a list or tuple that is written out, and empty."""
    return isinstance(value.tree, (gast.List, gast.Tuple)) and not value.tree.elts
