"""What a value consists of: its layout, and its leaves, the numbers and arrays in it."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numba.core.dispatcher import Dispatcher

from srcdiff.core.values import NUMBERS

OWN_LIBRARIES = {*sys.stdlib_module_names, "numpy", "scipy", "numba", "srcdiff"} - {"__main__"}


@dataclass(frozen=True)
class LeafLayout:
    """A number, an array, or a list or tuple of numbers: what compiled code takes as it is.

    Of a tuple the `count` of its numbers is known.
    """

    count: int | None = None


@dataclass(frozen=True)
class FixedLayout:
    """What is part of the program: text, None, True and False, functions, classes, modules."""

    key: Any  # equal for equal values
    value: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FixedLayout) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True)
class NodeLayout:
    """A dictionary, a list, a tuple or an object: its class, and its parts by key or attribute."""

    cls: type
    keys: tuple[Any, ...]
    parts: tuple[Layout, ...]


@dataclass(frozen=True)
class LinkLayout:
    """The same object as one that came before; `place` counts those that have parts."""

    place: int


@dataclass(frozen=True)
class MethodLayout:
    """A method of an object."""

    function: Any
    owner: Layout


Layout: TypeAlias = LeafLayout | FixedLayout | NodeLayout | LinkLayout | MethodLayout
LEAF = LeafLayout()
WITHOUT_REFERENCES = (str, bool, range, slice, Enum, np.dtype, type, ModuleType, type(None))


def layout_of(value: Any, seen: dict[int, int] | None = None) -> Layout:
    """Return what a value consists of.

    >>> found = layout_of({"w": np.zeros(2), "kind": "linear"})
    >>> found.keys, found.parts[0] == LEAF, found.parts[1].value
    (('w', 'kind'), True, 'linear')
    """
    seen = {} if seen is None else seen
    if is_fixed(value):
        return FixedLayout(fixed_key(value), value)
    if isinstance(value, MethodType):
        return MethodLayout(value.__func__, layout_of(value.__self__, seen))
    if is_leaf(value):
        return LeafLayout(len(value)) if type(value) is tuple else LEAF
    if id(value) in seen:
        return LinkLayout(seen[id(value)])
    if not isinstance(value, tuple):
        seen[id(value)] = len(seen)
    found = parts_of(value)
    if found is None:
        return FixedLayout((type(value), id(value)), value)
    return NodeLayout(
        type(value), tuple(found), tuple(layout_of(part, seen) for part in found.values())
    )


def has_links(layout: Layout) -> bool:
    """Return True if there is one object in two places.

    >>> own = {"a": 1.0}
    >>> has_links(layout_of([own, own])), has_links(layout_of([own, {"a": 1.0}]))
    (True, False)
    """
    if isinstance(layout, NodeLayout):
        return any(map(has_links, layout.parts))
    return isinstance(layout, LinkLayout)


def functions_of(layout: Layout) -> Iterator[Any]:
    """Yield the functions that are part of a value, and objects of which nothing is known.

    >>> list(functions_of(layout_of({"a": 1.0, "kind": "x", "map": [np.sin]})))
    [<ufunc 'sin'>]
    """
    if isinstance(layout, NodeLayout):
        for part in layout.parts:
            yield from functions_of(part)
    elif isinstance(layout, MethodLayout):
        yield from functions_of(layout.owner)
    elif isinstance(layout, FixedLayout) and not isinstance(layout.value, WITHOUT_REFERENCES):
        yield layout.value


def parts_of(value: Any) -> dict[Any, Any] | None:
    """Return the parts of a value by key, index or attribute; None for a value without."""
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, (list, tuple)):
        fields = getattr(type(value), "_fields", None) if isinstance(value, tuple) else None
        if fields is not None:
            return dict(zip(fields, value, strict=True))
        return dict(enumerate(value))
    if not is_object(value):
        return None
    own = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        slots = vars(cls).get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            if slot not in ("__dict__", "__weakref__") and hasattr(value, slot):
                own[slot] = getattr(value, slot)
    return own


def is_object(value: Any) -> bool:
    """Return True if a value is an object of a class that somebody wrote in Python."""
    cls = type(value)
    if cls is SimpleNamespace:
        return True
    return is_plain_class(cls) and cls.__module__.split(".")[0] not in OWN_LIBRARIES


def is_plain_class(cls: type) -> bool:
    """Return True if a class is written in Python, and makes objects with attributes."""
    is_heap = bool(cls.__flags__ & (1 << 9))
    if cls.__module__.split(".")[0] in OWN_LIBRARIES:
        return False
    if not is_heap or issubclass(cls, (BaseException, Enum, np.ndarray, type, ModuleType)):
        return False
    return not issubclass(cls, NUMBERS) and "jitclass" not in type(cls).__name__.lower()


def is_fixed(value: Any) -> bool:
    """Return True if a value is part of the program, not of what it computes with."""
    if value is None or isinstance(value, (str, bool, range, slice, Enum, np.dtype)):
        return True
    return isinstance(
        value, (FunctionType, BuiltinFunctionType, type, ModuleType, Dispatcher, np.ufunc)
    )


def fixed_key(value: Any) -> Any:
    """Return what is equal for equal values that are part of the program."""
    if value is None or isinstance(value, (str, bool, range, np.dtype)):
        return (type(value).__name__, value)
    return (type(value).__name__, id(value))


def is_leaf(value: Any) -> bool:
    """Return True if compiled code takes a value as it is.

    >>> is_leaf(2.0), is_leaf([1.0, 2.0]), is_leaf([(1.0, np.zeros(2))]), is_leaf([])
    (True, True, False, False)
    """
    if isinstance(value, (*NUMBERS, np.ndarray)):
        return True
    if type(value) not in (list, tuple) or not value:
        return False
    if all(isinstance(part, NUMBERS) for part in value):
        return len({isinstance(part, bool) for part in value}) == 1
    if type(value) is tuple:
        return False
    if all(isinstance(part, np.ndarray) for part in value):
        return len({(part.ndim, part.dtype) for part in value}) == 1
    return all(type(part) is list and is_leaf(part) for part in value)


def leaves(value: Any, layout: Layout) -> Iterator[Any]:
    """Return the numbers and arrays in a value, in the order of its layout.

    >>> own = {"w": 1.0, "b": [2.0, 3.0], "kind": "linear"}
    >>> list(leaves(own, layout_of(own)))
    [1.0, [2.0, 3.0]]
    """
    if isinstance(layout, LeafLayout):
        yield value
    elif isinstance(layout, MethodLayout):
        yield from leaves(value.__self__, layout.owner)
    elif isinstance(layout, NodeLayout):
        found = parts_of(value) or {}
        for key, part in zip(layout.keys, layout.parts, strict=True):
            yield from leaves(found[key], part)


def paths(layout: Layout, title: str) -> Iterator[str]:
    """Return what users call the leaves of a value, in their order.

    >>> list(paths(layout_of({"w": 1.0, "b": [({"c": 2.0}, 3.0)]}), "p"))
    ["p['w']", "p['b'][0][0]['c']", "p['b'][0][1]"]
    """
    if isinstance(layout, LeafLayout):
        yield title
    elif isinstance(layout, MethodLayout):
        yield from paths(layout.owner, f"{title}.__self__")
    elif isinstance(layout, NodeLayout):
        for key, part in zip(layout.keys, layout.parts, strict=True):
            yield from paths(part, title + step(layout.cls, key))


def step(cls: type, key: Any) -> str:
    """Return how a part of a value is written behind it."""
    is_item = cls in (dict, list, tuple) or issubclass(cls, dict)
    return f"[{key!r}]" if is_item else f".{key}"


@functools.cache
def named_fields(cls: type) -> bool:
    """Return True if a class is one of named tuples."""
    return issubclass(cls, tuple) and hasattr(cls, "_fields")


OVERRIDES: tuple[str, ...] = ("__setattr__", "__getattribute__", "__delattr__")
OF_DICTIONARIES = (
    *("__getitem__", "__setitem__", "__contains__", "__iter__", "__len__", "get", "items", "keys"),
    *("values", "update", "pop", "setdefault", "copy", "__or__"),
)


@functools.cache
def strange_class(cls: type) -> str:
    """Return what a class does otherwise than others, "" if nothing.

    >>> class Twice(dict):
    ...     def __getitem__(self, key): return 2.0 * dict.__getitem__(self, key)
    >>> strange_class(Twice), strange_class(dict)
    ('`__getitem__`', '')
    """
    wanted = OVERRIDES + (OF_DICTIONARIES if issubclass(cls, dict) else ())
    for owner in cls.__mro__:
        for title in wanted:
            found = vars(owner).get(title)
            generated = getattr(getattr(found, "__code__", None), "co_filename", "") == "<string>"
            is_own = owner.__module__ not in ("collections", "typing")
            if isinstance(found, FunctionType) and not generated and is_own:
                return f"`{title}`"
    return ""
