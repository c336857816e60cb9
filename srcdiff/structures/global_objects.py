"""Objects of the program that functions read by their global names."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import Any

import numpy as np

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Made
from srcdiff.structures.constants import frame_leaf, is_plain_value
from srcdiff.structures.layouts import is_fixed, is_leaf, parts_of
from srcdiff.structures.state.frames import Frame
from srcdiff.structures.state.naming import word
from srcdiff.structures.state.values import Identity, Known, Leaf, Method, Node, Ref, Value
from srcdiff.structures.surroundings import Reading, reading_of_content, readings_of_object
from srcdiff.syntax import SEPARATOR, Expression, constant, dotted, locate, name

MOST_OBJECTS = 2000


class GlobalObjects:
    """The global objects that a program reads, and what was read of the surroundings."""

    def __init__(self) -> None:
        self.globals: dict[int, Any] = {}
        self.readings: list[Reading] = []
        self.global_titles: dict[int, str] = {}

    def note(self, reading: Reading | None) -> None:
        """Enter what was read of the surroundings."""
        if reading is not None:
            self.readings.append(reading)

    def lifted(self, frame: Frame, value: Any, place: Expression) -> Value:
        """Return what is known of a value of the program."""
        if value is None or isinstance(value, (str, bool)):
            return Leaf(locate(constant(value), place), value)
        if is_plain_value(value):
            if isinstance(value, (list, tuple, np.ndarray)):
                self.note(reading_of_content(value))
            return frame_leaf(frame, value, place)
        if isinstance(value, MethodType) and is_of_class(value):
            return Method(Known(value.__func__), (Known(value.__self__),))
        if is_fixed(value) or isinstance(unwrapped(value), Made):
            return Known(value)
        found = parts_of(value)
        if found is None:
            return Known(value)
        identity: Identity = ("global", id(value))
        if identity not in frame.state.nodes:
            self.enter_global(frame, identity, value, place)
        frame.touched = True
        return Ref(identity)

    def enter_global(self, frame: Frame, identity: Identity, value: Any, place: Expression) -> None:
        """Enter a global object with its parts."""
        self.globals[id(value)] = value
        self.readings += readings_of_object(value)
        if len(self.globals) > MOST_OBJECTS:
            raise UnsupportedSyntax("this object refers to thousands of others", place, "use a few")
        wanted = dotted(place).replace(".", SEPARATOR) or type(value).__name__.lower()
        title = self.global_titles.setdefault(id(value), wanted)
        frame.state.nodes[identity] = Node(type(value), {}, title)
        parts: dict[Any, Value] = {}
        for key, part in (parts_of(value) or {}).items():
            if not is_fixed(part) and is_leaf(part):
                parts[key] = Leaf(name(frame.variable(identity, key)))
                frame.fixed_names.add(frame.variable(identity, key))
                continue
            inner = name(f"{title}{SEPARATOR}{word(key)}")
            parts[key] = self.lifted(frame, part, inner)
        frame.state.nodes[identity] = Node(type(value), parts, title)


def is_of_class(method: MethodType) -> bool:
    """Return True if a method is one that takes the class."""
    return isinstance(method.__self__, type) and isinstance(method.__func__, FunctionType)
