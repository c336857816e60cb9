"""What a function and all that it calls read of their surroundings, and whether that is still so.

The same things go into a fingerprint (fingerprint.py), which is a text; here they are compared in
place, in less than a hundredth of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
from numba.core.typing.templates import builtin_registry

from srcdiff.front.callables import is_derivative, unwrapped
from srcdiff.front.parse import Made
from srcdiff.normalise.functions.overloaded import overloads
from srcdiff.output.fingerprint import (
    LIBRARIES,
    MOST_OBJECTS,
    attributes_read,
    has_attributes,
    imports,
    names_in,
)
from srcdiff.rules.registered import registrations, texts_of
from srcdiff.structures.checked_quickly import quick_check
from srcdiff.structures.surroundings import (
    MISSING,
    SIMPLE,
    Reading,
    attribute_now,
    digest,
    items,
    reading_of_content,
)

INNER = ("py_func", "pyfunc", "_dispatcher", "_can_compile")  # of what is made of a function
LARGE = 1_000_000  # bytes of an array, of which no copy is kept
WITHOUT_PARTS = (*SIMPLE, np.generic, np.dtype, ModuleType)


class WhatIsRead:
    """What a derivative has read of the surroundings of a function whenever it was written."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.readings: tuple[Reading, ...] | None = None  # nothing was read yet
        self.differs = False  # from one time to the next, or from call to call
        self.keepers: list[Callable[[], None]] = []

    def hold(self, functions: Iterable[Any]) -> None:
        """Enter functions that the derivative was called with, and holds from now on.

        Those that go with their last use are to be held by nothing that stays: who keeps the
        derivative is told.
        """
        if not all(map(is_lasting, functions)):
            for release in self.keepers:
                release()

    def note(self) -> None:
        """Enter what is read now: the derivative is written for other types."""
        if self.readings is not None:
            self.differs = not self.is_current()
            return
        self.rules = registrations()
        self.implementations = len(builtin_registry.globals)
        found = readings_of(self.function)
        self.differs = found is None
        self.readings = tuple(found or ())
        self.is_same = quick_check(self.readings)
        self.overloads = self.overloads_now()

    def is_current(self) -> bool:
        """Return True if a new derivative would read the same."""
        if self.readings is None:
            return True
        if self.differs or self.rules != registrations():
            return False
        if self.implementations != len(builtin_registry.globals):  # Numba loads its own late
            count = len(builtin_registry.globals)
            if self.overloads_now() != self.overloads:
                return False
            self.implementations = count
        return self.is_same() or all(reading.is_current() for reading in self.readings)

    def overloads_now(self) -> list[Any]:
        """Return the implementations in compiled code of the functions that are read."""
        own = (r.owner for r in self.readings or () if r.key == "__code__")
        return [overloads(function) for function in own]


def is_lasting(function: Any) -> bool:
    """Return True for a function of a module; one inside another goes with its last use.

    >>> is_lasting(np.sin), is_lasting(lambda x: x)
    (True, False)
    """
    plain = unwrapped(function)
    if isinstance(plain, FunctionType):
        return plain.__globals__.get(plain.__name__) is function
    return not isinstance(plain, MethodType)


def readings_of(first: Any) -> list[Reading] | None:
    """Return what a function reads, and all that it calls; None if that cannot be compared.

    >>> space = {"k": 2.0}
    >>> exec("def f(x): return k * x", space)
    >>> found = readings_of(space["f"])
    >>> all(r.is_current() for r in found), space.update(k=3.0), [r.is_current() for r in found]
    (True, None, [True, True, True, False])
    """
    seen: dict[int, Any] = {}  # they are kept, so that no new value gets the id of another
    found: list[Reading] = []
    pending = [first]
    while pending:
        value = pending.pop()
        if id(value) in seen or isinstance(value, WITHOUT_PARTS):
            continue
        seen[id(value)] = value
        if is_derivative(value):
            pending.append(value.srcdiff_function)
            continue
        plain = unwrapped(value)
        if isinstance(plain, Made) or len(seen) > MOST_OBJECTS:
            return None
        if isinstance(plain, FunctionType):
            own = list(of_function(value, plain))
            if any(reading.kind == "unknown" for reading in own):
                return None
            found += own
            pending += [part for reading in own for part in parts(reading.value)]
            pending += [*texts_of(value), *texts_of(plain)]
            pending += [getattr(t, "_overload_func", t) for t in overloads(plain)]
        else:
            found += of_content(value)
            pending += parts(value)
    return found


def parts(value: Any) -> list[Any]:
    """Return a value, or its parts if it is a container or a method."""
    if isinstance(value, MethodType):
        return [value.__func__]
    if isinstance(value, dict):
        return [part for pair in value.items() for part in (value, *pair)]
    if isinstance(value, (tuple, list, set, frozenset)):
        return [value, *value]
    return [value]


def of_content(value: Any) -> Iterator[Reading]:
    """Yield what a container, or an array, consists of."""
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject or value.nbytes > LARGE:
            yield Reading("digest", value, None, digest(value))
        else:
            yield reading_of_content(value)
    elif isinstance(value, (dict, list, set)):
        yield Reading("items", value, None, items(value))


def of_function(value: Any, plain: FunctionType) -> Iterator[Reading]:
    """Yield what a function is, and what it reads by names and attributes."""
    for title in ("__code__", "__defaults__", "__kwdefaults__"):
        yield Reading("attribute", plain, title, getattr(plain, title))
    if value is not plain:
        for title in INNER:
            if hasattr(value, title):
                yield Reading("attribute", value, title, getattr(value, title))
    code, space = plain.__code__, plain.__globals__
    names, depth = sorted(names_in(code)), attributes_read(code)
    for title, cell in zip(code.co_freevars, plain.__closure__ or (), strict=True):
        reading = Reading("cell", cell, title, None)
        yield Reading("cell", cell, title, reading.now())
        yield from of_attributes(reading.now(), names, depth)
    for title in names:
        yield Reading("name", space, title, space.get(title, MISSING))
        yield from of_attributes(space.get(title, MISSING), names, depth)
    for title, part in imports(plain):
        if isinstance(part, ModuleType):
            yield from of_attributes(part, names, depth)
        elif str(getattr(part, "__module__", None) or "numpy").split(".")[0] not in LIBRARIES:
            yield Reading("unknown", plain, title, part)


def of_attributes(first: Any, names: list[str], depth: int) -> Iterator[Reading]:
    """Yield what may be read of a module, a class or an object of the user, by names."""
    seen: dict[int, Any] = {}
    level = [first]
    for _ in range(depth):
        following = []
        for value in level:
            if id(value) in seen or not has_attributes(value):
                continue
            seen[id(value)] = value
            if len(seen) > MOST_OBJECTS:
                yield Reading("unknown", value, "", None)
                return
            for title in names:
                part = attribute_now(value, title)
                kind = "method" if isinstance(part, MethodType) else "attribute"
                yield Reading(kind, value, title, part)
                following.append(part)
        level = following
