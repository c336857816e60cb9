"""The numbers and arrays that derivatives of objects take and give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from srcdiff.errors import WrongShape
from srcdiff.structures.layouts import Layout, LeafLayout, MethodLayout, NodeLayout, parts_of
from srcdiff.structures.surroundings import part_of


def source_value(source: Any, own: list[Any]) -> Any:
    """Return a leaf of the arguments, or a part of a global object as it is now."""
    if isinstance(source, int):
        return own[source]
    value, key = source
    return part_of(value, key)


def is_float(value: Any) -> bool:
    """Return True if a number, an array or a list of numbers is floating-point.

    >>> is_float(2.0), is_float(np.zeros(2, int)), is_float([1.0, 2.0]), is_float(3)
    (True, False, True, False)
    """
    if isinstance(value, np.ndarray):
        return bool(value.dtype.kind in "fc")
    if isinstance(value, (list, tuple)):
        return any(map(is_float, value))
    return isinstance(value, (float, complex, np.floating, np.complexfloating))


def zero_of(value: Any) -> Any:
    """Return the gradient of what is not read: zeros in the form of a leaf."""
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    if isinstance(value, (list, tuple)):
        return type(value)(zero_of(part) for part in value)
    return value * 0 if value == value and abs(value) != float("inf") else type(value)(0)


def leaf_count(layout: Layout) -> int:
    """Return how many leaves a value has."""
    if isinstance(layout, LeafLayout):
        return 1
    if isinstance(layout, MethodLayout):
        return leaf_count(layout.owner)
    return sum(map(leaf_count, layout.parts)) if isinstance(layout, NodeLayout) else 0


def tangent_leaves(layout: Layout, value: Any) -> Iterator[Any]:
    """Return the leaves of a tangent, which has the form of what it belongs to."""
    if isinstance(layout, LeafLayout):
        yield value
    elif isinstance(layout, MethodLayout):
        yield from tangent_leaves(layout.owner, value)
    elif isinstance(layout, NodeLayout):
        own = parts_of(value)
        if value is not None and (own is None or set(own) - set(layout.keys)):
            raise WrongShape(
                f"the tangent of a {layout.cls.__name__} has another form",
                advice="pass one of the form of the argument; None where nothing is floating-point",
            )
        for key, part in zip(layout.keys, layout.parts, strict=True):
            yield from tangent_leaves(part, (own or {}).get(key))
