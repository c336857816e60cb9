"""Functions that take values of one layout apart, and put gradients together, without a search.

Their text is made for the layout, as `collections.namedtuple` and `dataclasses` make theirs: a call
then costs a lookup for each part.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from srcdiff.structures.layouts import (
    FixedLayout,
    Layout,
    LeafLayout,
    LinkLayout,
    NodeLayout,
    is_leaf,
    named_fields,
)
from srcdiff.structures.rebuilt import made

Take: TypeAlias = Callable[[tuple[Any, ...]], list[Any] | None]
Build: TypeAlias = Callable[[Any], Any]
CONSTANTS = (str, bool, type(None))


class Taker:
    """Writes a function that takes values of some layouts apart; None if it cannot be quick."""

    def __init__(self, layouts: tuple[Layout, ...], own: list[Any]) -> None:
        self.layouts = layouts
        self.own = own
        self.lines: list[str] = []
        self.space: dict[str, Any] = {"is_leaf": is_leaf}
        self.leaves: list[str] = []
        self.nodes: list[str] = []
        self.is_quick = True

    def function(self) -> Take | None:
        """Return a function of the values: their leaves, or None for another layout.

        >>> from srcdiff.structures.layouts import layout_of
        >>> take = Taker((layout_of({"a": 1.0, "kind": "x"}),), [1.0]).function()
        >>> take(({"a": 3.0, "kind": "x"},)), take(({"a": 3.0, "kind": "y"},)), take((2.0,))
        ([3.0], None, None)
        """
        names = [f"v{k}" for k in range(len(self.layouts))]
        self.lines.append(f"if len(values) != {len(names)}: return None")
        self.lines.append(f"({''.join(f'{n}, ' for n in names)}) = values")
        firsts = []
        for name, layout in zip(names, self.layouts, strict=True):
            firsts.append(len(self.nodes))
            self.part(name, layout, firsts[-1])
        if not self.is_quick:
            return None
        if len(self.nodes) > 1:
            ids = ", ".join(f"id({n})" for n in self.nodes)
            self.lines.append(f"if len({{{ids}}}) != {len(self.nodes)}: return None")
        self.lines.append(f"return [{', '.join(self.leaves)}]")
        text = "def take(values):\n" + "".join(f"    {line}\n" for line in self.lines)
        exec(text, self.space)
        found: Take = self.space["take"]
        return found

    def part(self, name: str, layout: Layout, first: int) -> None:
        """Write what takes a part apart; `first` is the number of nodes before its argument."""
        if isinstance(layout, LeafLayout):
            self.leaf(name)
        elif isinstance(layout, FixedLayout):
            self.fixed(name, layout.value)
        elif isinstance(layout, LinkLayout):
            self.lines.append(f"if {name} is not {self.nodes[first + layout.place]}: return None")
        elif isinstance(layout, NodeLayout):
            self.node(name, layout, first)
        else:
            self.is_quick = False

    def fixed(self, name: str, value: Any) -> None:
        """Write the check of what is part of the program: it is the same."""
        self.space[f"k{name}"] = value
        if not isinstance(value, CONSTANTS):
            self.lines.append(f"if {name} is not k{name}: return None")
        elif value is None:
            self.lines.append(f"if {name} is not None: return None")
        else:
            kind = type(value).__name__
            self.lines.append(f"if type({name}) is not {kind} or {name} != k{name}: return None")

    def leaf(self, name: str) -> None:
        """Write the check of a number or an array: it has the type that was differentiated."""
        value = self.own[len(self.leaves)]
        self.space[f"t{name}"] = type(value)
        check = f"type({name}) is not t{name}"
        if isinstance(value, np.ndarray):
            self.space[f"d{name}"] = value.dtype
            check += f" or {name}.dtype is not d{name}"
        elif isinstance(value, (list, tuple)):
            self.is_quick = self.is_quick and all(type(part) is float for part in value)
            check += f" or not is_leaf({name}) or type({name}[0]) is not float"
        self.lines.append(f"if {check}: return None")
        self.leaves.append(name)

    def node(self, name: str, layout: NodeLayout, first: int) -> None:
        """Write what takes a container or an object apart."""
        cls = layout.cls
        self.space[f"c{name}"] = cls
        self.space[f"k{name}"] = layout.keys
        self.lines.append(f"if type({name}) is not c{name}: return None")
        parts = name
        if cls in (list, tuple):
            self.lines.append(f"if len({name}) != {len(layout.keys)}: return None")
        elif not named_fields(cls):
            if not issubclass(cls, dict):
                parts = f"{name}d"
                self.is_quick = self.is_quick and not any(
                    "__slots__" in vars(c) for c in cls.__mro__[:-1]
                )
                self.lines.append(f"{parts} = {name}.__dict__")
            self.lines.append(f"if tuple({parts}) != k{name}: return None")
        if not issubclass(cls, tuple):
            self.nodes.append(name)
        for place, (key, part) in enumerate(zip(layout.keys, layout.parts, strict=True)):
            inner = f"{name}_{place}"
            index = place if issubclass(cls, tuple) or cls is list else key
            self.space[f"i{inner}"] = index
            self.lines.append(f"{inner} = {parts}[i{inner}]")
            self.part(inner, part, first)


class TangentTaker(Taker):
    """Writes a function that takes tangents apart: what is no number or array may be anything."""

    def leaf(self, name: str) -> None:
        """Enter the tangent of a number or an array."""
        self.leaves.append(name)

    def fixed(self, name: str, value: Any) -> None:
        """Write nothing for what has no tangent."""


def tangent_taker(layout: Layout) -> Take | None:
    """Return a function of one tangent that gives those of leaves, None if it cannot be quick.

    >>> from srcdiff.structures.layouts import layout_of
    >>> take = tangent_taker(layout_of({"a": 1.0, "kind": "x", "n": 2}))
    >>> take(({"a": 3.0, "kind": None, "n": None},)), take(({"a": 3.0},))
    ([3.0, None], None)
    """
    return TangentTaker((layout,), []).function()


def builder(layout: Layout, first: int, places: dict[int, int]) -> Build:
    """Return a function that puts gradients together in the form of a value.

    `first` is the number of its first leaf, `places` has those of gradients by leaf.

    >>> from srcdiff.structures.layouts import layout_of
    >>> own = layout_of({"a": 1.0, "b": [(2.0, "text")], "n": 3})
    >>> builder(own, 0, {0: 0, 1: 1})((10.0, 20.0))
    {'a': 10.0, 'b': [(20.0, None)], 'n': None}
    """
    space: dict[str, Any] = {"made": made}
    count = [first]

    def text(part: Layout) -> str:
        if isinstance(part, LeafLayout):
            count[0] += 1
            place = places.get(count[0] - 1)
            return "None" if place is None else f"g[{place}]"
        if not isinstance(part, NodeLayout):
            return "None"
        inner = [text(p) for p in part.parts]
        if part.cls is list or part.cls is tuple:
            body = "".join(f"{i}, " for i in inner)
            return f"[{body}]" if part.cls is list else f"({body})"
        title = f"c{len(space)}"
        space[title] = part.cls
        if named_fields(part.cls):
            return f"{title}({', '.join(inner)})"
        space[f"k{title}"] = part.keys
        pairs = ", ".join(f"k{title}[{k}]: {i}" for k, i in enumerate(inner))
        return f"{{{pairs}}}" if part.cls is dict else f"made({title}, {{{pairs}}})"

    exec(f"def build(g): return {text(layout)}", space)
    found: Build = space["build"]
    return found
