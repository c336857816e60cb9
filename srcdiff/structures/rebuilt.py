"""Put values together again from numbers and arrays."""

from __future__ import annotations

from collections import defaultdict
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
from srcdiff.structures.shapes import (
    ConstantShape,
    KnownShape,
    LeafShape,
    LinkShape,
    NodeShape,
    Shape,
)
from srcdiff.structures.state.defaults import MadeDefaults
from srcdiff.structures.state.values import Rows


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
    return filled(empty(cls), parts)


def of_shape(shape: Shape, left: list[Any], is_tangent: bool = False) -> Any:
    """Return what a function gives, from the numbers and arrays that are left of it.

    The tangent of what is no number or array is None.
    """
    return value_of(shape, left, is_tangent, {})


def value_of(shape: Shape, left: list[Any], is_tangent: bool, known: dict[int, Any]) -> Any:
    """Return what a function gives; `known` has the objects that came before by their numbers."""
    match shape:
        case LeafShape():
            return left.pop(0)
        case ConstantShape() | KnownShape():
            return None if is_tangent else shape.value
        case LinkShape():
            return known[shape.number]
        case NodeShape(cls=cls) if cls is Rows:
            return rows_of(shape, [left.pop(0) for _ in shape.parts], is_tangent)
        case NodeShape():
            new = empty(shape.cls) if shape.number is not None else None
            if shape.number is not None:
                known[shape.number] = new
            own = [value_of(part, left, is_tangent, known) for part in shape.parts]
            parts = dict(zip(shape.keys, own, strict=True))
            return together(shape.cls, parts) if new is None else filled(new, parts)
    raise TypeError(f"{shape} is no part of a result")


def rows_of(shape: NodeShape, columns: list[Any], is_tangent: bool) -> list[Any] | None:
    """Return the elements of a list of which there is a list for each number in an element.

    What has no tangent has None as its list.
    """
    known = [column for column in columns if column is not None]
    if not known:
        return [] if shape.element is None else None
    return [
        of_shape(shape.element, [c if c is None else c[k] for c in columns], is_tangent)
        for k in range(len(known[0]))
    ]


def empty(cls: Any) -> Any:
    """Return a new list, dictionary or object without parts."""
    if issubclass(cls, MadeDefaults):
        return defaultdict(getattr(cls.factory, "value", None))
    return cls.__new__(cls)


def filled(new: Any, parts: dict[Any, Any]) -> Any:
    """Return a list, dictionary or object with parts that it gets."""
    if isinstance(new, dict):
        new.update(parts)
    elif isinstance(new, list):
        new.extend(parts.values())
    else:
        for key, part in parts.items():
            object.__setattr__(new, key, part)
    return new


def flattened(value: Any, shape: Shape) -> list[Any]:
    """Return the numbers and arrays of a cotangent that has the form of what a function gives.

    Those of an object that is in two places are added. Raises WrongShape for one of another form.

    >>> own = NodeShape(dict, ("a",), (LeafShape(),), "", number=0)
    >>> both = NodeShape(tuple, (0, 1), (own, LinkShape(0)), "")
    >>> flattened(({"a": 1.0}, {"a": 10.0}), both)
    [11.0]
    """
    found: list[Any] = []
    flatten(value, shape, found, {})
    return found


def flatten(
    value: Any, shape: Shape, found: list[Any], known: dict[int, tuple[int, NodeShape]]
) -> None:
    """Collect the numbers and arrays of a cotangent.

    `known` has the objects that came before by their numbers, with the place of their first leaf.
    """
    if isinstance(shape, LeafShape):
        found.append(value)
    elif isinstance(shape, LinkShape) and shape.number in known:
        first, linked = known[shape.number]
        for place, leaf in enumerate(flattened(value, linked), first):
            found[place] = added(found[place], leaf)
    elif isinstance(shape, NodeShape) and shape.cls is Rows:
        found += columns_of(value, shape)
    elif isinstance(shape, NodeShape):
        own = own_parts(value, shape)
        first = len(found)
        for key, part in zip(shape.keys, shape.parts, strict=True):
            flatten(own.get(key), part, found, known)
        if shape.number is not None:
            known[shape.number] = first, shape


def own_parts(value: Any, shape: NodeShape) -> dict[Any, Any]:
    """Return the parts of a cotangent. Raises WrongShape for one of another form."""
    own = parts_of(value)
    if named_fields(shape.cls) and type(value) is tuple and len(value) == len(shape.keys):
        own = dict(zip(shape.keys, value, strict=True))
    if own is None or set(own) != set(shape.keys):
        raise WrongShape(
            f"the cotangent of a {shape.cls.__name__} with {', '.join(map(str, shape.keys))} has "
            "another form",
            advice="pass one of the form of what the function returns",
        )
    return own


def columns_of(value: Any, shape: NodeShape) -> list[Any]:
    """Return the lists of numbers that the cotangent of a list of rows consists of."""
    if not isinstance(value, (list, tuple)):
        raise WrongShape("the cotangent of a list is none", advice="pass a list of as many parts")
    rows = [flattened(part, shape.element) for part in value] if shape.element is not None else []
    columns = [[row[k] for row in rows] for k in range(len(shape.parts))]
    return [None if None in column or not column else column for column in columns]


def added(first: Any, second: Any) -> Any:
    """Return the sum of two cotangents, of which None stands for zeros."""
    if first is None or second is None:
        return second if first is None else first
    if isinstance(first, (list, tuple)):
        return [added(a, b) for a, b in zip(first, second, strict=True)]
    return first + second
