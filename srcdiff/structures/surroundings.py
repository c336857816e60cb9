"""What a function read while it was taken apart, and whether that is still so."""

from __future__ import annotations

import copy
import hashlib
from dataclasses import dataclass
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from srcdiff.structures.layouts import OWN_LIBRARIES, is_fixed, is_leaf, parts_of

MISSING = object()
SIMPLE = (int, float, str, bool, complex, type(None))


@dataclass(frozen=True)
class Reading:
    """What was found: under a name of a module, in a cell of a closure, in a class or an object.

    `owner` is the dictionary of the module, the cell, the class or the object, `key` the name. Of a
    "content", a list or array, `value` is a copy; of a "digest" it stands for an array, and of
    "items" it has the parts of a container.
    """

    kind: str
    owner: Any
    key: Any
    value: Any

    def is_current(self) -> bool:
        """Return True if the same is found now."""
        now = self.now()
        if now is self.value:
            return True
        if self.kind == "content":
            return same_content(now, self.value)
        if self.kind == "items":
            pairs = zip(now, self.value, strict=False)
            return len(now) == len(self.value) and all(is_same(a, b) for a, b in pairs)
        if self.kind == "method":
            return same_method(now, self.value)
        return (self.kind == "digest" and now == self.value) or is_same(now, self.value)

    def now(self) -> Any:
        """Return what is found now."""
        if self.kind == "name":
            return self.owner.get(self.key, MISSING)
        if self.kind in ("attribute", "method"):
            return attribute_now(self.owner, self.key)
        if self.kind == "class":
            own = (vars(c)[self.key] for c in self.owner.__mro__ if self.key in vars(c))
            return next(own, MISSING)
        if self.kind == "keys":
            found = parts_of(self.owner)
            return self.value if found is not None and tuple(found) == self.value else MISSING
        if self.kind == "part":
            return part_of(self.owner, self.key)
        if self.kind == "content":
            return self.owner
        if self.kind == "items":
            return items(self.owner)
        if self.kind == "digest":
            return digest(self.owner)
        try:
            return self.owner.cell_contents
        except ValueError:
            return MISSING


def is_same(now: Any, before: Any) -> bool:
    """Return True for one value, and for equal ones of which no more is known than what they are.

    >>> is_same(2.0, 2.0), is_same(2, 2.0), is_same(0.0, -0.0), is_same([], [])
    (True, False, False, False)
    """
    if now is before:
        return True
    return type(now) is type(before) and isinstance(now, SIMPLE) and repr(now) == repr(before)


def same_method(now: Any, before: MethodType) -> bool:
    """Return True for one method of one object, which is bound anew whenever it is read."""
    is_method = isinstance(now, MethodType) and now.__self__ is before.__self__
    return is_method and now.__func__ is before.__func__


def items(value: Any) -> tuple[Any, ...]:
    """Return the parts of a container, in their order.

    >>> items({"a": 1, "b": 2}), items([1, 2])
    (('a', 1, 'b', 2), (1, 2))
    """
    if isinstance(value, dict):
        return tuple(part for pair in value.items() for part in pair)
    return tuple(value)


def digest(value: np.ndarray) -> tuple[Any, ...]:
    """Return what stands for the content of a large array."""
    text = hashlib.blake2b(np.ascontiguousarray(value).tobytes()).digest()
    return (value.dtype, value.shape, text)


def attribute_now(owner: Any, key: str) -> Any:
    """Return an attribute of a module, a class, a function or an object, MISSING without one."""
    try:
        return getattr(owner, key, MISSING)
    except Exception:  # of what the user computes there
        return MISSING


def part_of(value: Any, key: Any) -> Any:
    """Return a part of a value by its key, index or attribute, MISSING without one.

    >>> part_of({"a": 1.0}, "a"), part_of([1.0, 2.0], 1), part_of([1.0], 1) is MISSING
    (1.0, 2.0, True)
    """
    kind = type(value)
    if kind is dict:
        return value.get(key, MISSING)
    if kind is list:
        return value[key] if key < len(value) else MISSING
    return (parts_of(value) or {}).get(key, MISSING)


def same_content(now: Any, before: Any) -> bool:
    """Return True if lists, tuples and arrays are what they were.

    >>> same_content([1.0, np.ones(2)], [1.0, np.ones(2)]), same_content([1], [1.0])
    (True, False)
    """
    if type(now) is not type(before):
        return False
    if isinstance(now, (list, tuple)):
        pairs = zip(now, before, strict=False)
        return len(now) == len(before) and all(same_content(a, b) for a, b in pairs)
    if isinstance(now, np.ndarray):
        same_kind = now.dtype == before.dtype and now.shape == before.shape
        return same_kind and bool(np.array_equal(bits(now), bits(before)))
    return bool(now == before) or (now != now and before != before)


def bits(array: np.ndarray) -> np.ndarray:
    """Return what is stored in an array, as integers."""
    if array.dtype.hasobject:
        return array
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(np.uint64 if flat.nbytes % 8 == 0 else np.uint8)


def reading_of_name(function: Any, title: str, value: Any) -> Reading | None:
    """Return that a function has read a name, None for what does not change."""
    if not isinstance(function, FunctionType) or isinstance(value, ModuleType):
        return None
    code = function.__code__
    if title in code.co_freevars:
        cell = (function.__closure__ or ())[code.co_freevars.index(title)]
        return Reading("cell", cell, title, value)
    if function.__globals__.get(title, MISSING) is value:
        return Reading("name", function.__globals__, title, value)
    return None


def reading_of_attribute(owner: Any, title: str, value: Any) -> Reading | None:
    """Return that an attribute of a module or a class was read, None for one of a library."""
    name = owner.__name__ if isinstance(owner, ModuleType) else getattr(owner, "__module__", "")
    if str(name).split(".")[0] in OWN_LIBRARIES:
        return None
    return Reading("attribute", owner, title, value)


def readings_of_function(function: Any) -> list[Reading]:
    """Return what code and default values a function has."""
    if not isinstance(function, FunctionType):
        return []
    found = [Reading("attribute", function, "__code__", function.__code__)]
    if function.__defaults__ is not None:
        found.append(Reading("attribute", function, "__defaults__", function.__defaults__))
    return found


def reading_of_content(value: Any) -> Reading:
    """Return what a list or array, or a tuple of some, consists of.

    >>> own = [1.0, 2.0]
    >>> found = reading_of_content(own)
    >>> own[0] = 3.0
    >>> found.is_current()
    False
    """
    return Reading("content", value, None, copy.deepcopy(value))


def reading_of_class(cls: type, title: str, found: Any) -> Reading | None:
    """Return that an attribute of a class was read, which is `found` there or in one it is made of.

    >>> class Decay:
    ...     __module__ = "model"
    ...     def rate(self): ...
    >>> reading = reading_of_class(Decay, "rate", Decay.rate)
    >>> reading.is_current()
    True
    >>> Decay.rate = None
    >>> reading.is_current()
    False
    """
    now = attribute_now(cls, title)
    if now is attribute_now(cls, title):
        return reading_of_attribute(cls, title, now)
    return Reading("class", cls, title, found)  # such as a class method, which is bound anew


def readings_of_object(value: Any) -> list[Reading]:
    """Return what an object consists of, but for its numbers and arrays, which are read anew.

    >>> own = {"a": 1.0, "kind": "linear"}
    >>> found = readings_of_object(own)
    >>> own["a"] = 2.0
    >>> all(r.is_current() for r in found)
    True
    >>> own["kind"] = "square"
    >>> all(r.is_current() for r in found)
    False
    """
    parts = parts_of(value) or {}
    found = [Reading("keys", value, None, tuple(parts))]
    if type(value) not in (dict, list, tuple):
        found.append(Reading("attribute", value, "__class__", type(value)))
    for key, part in parts.items():
        if is_fixed(part) or not is_leaf(part):
            found.append(Reading("part", value, key, part))
    return found
