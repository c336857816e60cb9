"""What a function read while it was taken apart, and whether that is still so."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from srcdiff.structures.layouts import is_fixed, is_leaf, parts_of

MISSING = object()
SIMPLE = (int, float, str, bool, complex, type(None))


@dataclass(frozen=True)
class Reading:
    """What was found: under a name of a module, in a cell of a closure, in a class or an object.

    `owner` is the dictionary of the module, the cell, the class or the object, `key` the name.
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
        return type(now) is type(self.value) and isinstance(now, SIMPLE) and now == self.value

    def now(self) -> Any:
        """Return what is found now."""
        if self.kind == "name":
            return self.owner.get(self.key, MISSING)
        if self.kind == "class":
            return next((vars(c)[self.key] for c in self.owner.__mro__ if self.key in vars(c)), 0)
        if self.kind == "keys":
            found = parts_of(self.owner)
            return self.value if found is not None and tuple(found) == self.value else MISSING
        if self.kind == "part":
            return (parts_of(self.owner) or {}).get(self.key, MISSING)
        try:
            return self.owner.cell_contents
        except ValueError:
            return MISSING


def reading_of_name(function: Any, title: str, value: Any) -> Reading | None:
    """Return that a function has read a name, None for what does not change."""
    if not isinstance(function, FunctionType) or isinstance(value, (ModuleType, FunctionType)):
        return None
    code = function.__code__
    if title in code.co_freevars:
        cell = (function.__closure__ or ())[code.co_freevars.index(title)]
        return Reading("cell", cell, title, value)
    if function.__globals__.get(title, MISSING) is value:
        return Reading("name", function.__globals__, title, value)
    return None


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
    for key, part in parts.items():
        if is_fixed(part) or not is_leaf(part):
            found.append(Reading("part", value, key, part))
    return found
