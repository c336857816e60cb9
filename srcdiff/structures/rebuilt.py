"""Put values together again from numbers and arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from srcdiff.errors import WrongShape
from srcdiff.structures.layouts import (
    Layout,
    LeafLayout,
    LinkLayout,
    MethodLayout,
    NodeLayout,
    named_fields,
    parts_of,
)
from srcdiff.structures.shapes import ConstantShape, KnownShape, LeafShape, NodeShape, Shape


def of_form(layout: Layout, value: Any, gradients: Mapping[int, Any], first: int) -> Any:
    """Return gradients in the form of a value; None for what has none.

    `gradients` has those of leaves by their numbers, of which the value's own begin at `first`.
    """
    found, _ = with_count(layout, value, gradients, first, {})
    return found


def with_count(
    layout: Layout, value: Any, gradients: Mapping[int, Any], first: int, known: dict[int, Any]
) -> tuple[Any, int]:
    """Return gradients in the form of a value, and the number of the next leaf.

    `known` has those of objects, by what they are of: one that is in two places is there in both.
    """
    if isinstance(layout, LeafLayout):
        return gradients.get(first), first + 1
    if isinstance(layout, MethodLayout):
        return with_count(layout.owner, value.__self__, gradients, first, known)
    if not isinstance(layout, NodeLayout):
        return known.get(id(value)) if isinstance(layout, LinkLayout) else None, first
    own = parts_of(value) or {}
    parts: dict[Any, Any] = {}
    for key, part in zip(layout.keys, layout.parts, strict=True):
        parts[key], first = with_count(part, own[key], gradients, first, known)
    known[id(value)] = together(layout.cls, parts)
    return known[id(value)], first


def together(cls: Any, parts: dict[Any, Any]) -> Any:
    """Return a container or an object of a class with some parts.

    >>> together(dict, {"a": 1.0}), together(tuple, {0: 1.0, 1: 2.0})
    ({'a': 1.0}, (1.0, 2.0))
    """
    if named_fields(cls):
        return cls(**parts)
    if cls in (list, tuple):
        return cls(parts.values())
    return made(cls, parts)


def made(cls: Any, parts: dict[Any, Any]) -> Any:
    """Return an object, or a dictionary of a class, with some parts."""
    new = cls.__new__(cls)
    if isinstance(new, dict):
        new.update(parts)
        return new
    for key, part in parts.items():
        object.__setattr__(new, key, part)
    return new


def of_shape(shape: Shape, left: list[Any], is_tangent: bool = False) -> Any:
    """Return what a function gives, from the numbers and arrays that are left of it.

    The tangent of what is no number or array is None.
    """
    match shape:
        case LeafShape():
            return left.pop(0)
        case ConstantShape() | KnownShape():
            return None if is_tangent else shape.value
        case NodeShape():
            parts = [of_shape(part, left, is_tangent) for part in shape.parts]
            return together(shape.cls, dict(zip(shape.keys, parts, strict=True)))
    return None


def flattened(value: Any, shape: Shape) -> list[Any]:
    """Return the numbers and arrays of a cotangent that has the form of what a function gives.

    Raises WrongShape for one of another form.
    """
    if isinstance(shape, LeafShape):
        return [value]
    if not isinstance(shape, NodeShape):
        return []
    own = parts_of(value)
    if named_fields(shape.cls) and type(value) is tuple and len(value) == len(shape.keys):
        own = dict(zip(shape.keys, value, strict=True))
    if own is None or set(own) != set(shape.keys):
        raise WrongShape(
            f"the cotangent of a {shape.cls.__name__} with {', '.join(map(str, shape.keys))} has "
            "another form",
            advice="pass one of the form of what the function returns",
        )
    return [
        leaf
        for key, part in zip(shape.keys, shape.parts, strict=True)
        for leaf in flattened(own.get(key), part)
    ]
