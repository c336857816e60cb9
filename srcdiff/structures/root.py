"""The function of numbers and arrays that a function of objects is, and where they come from."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import Made, Source, source_of
from srcdiff.structures.arguments import Import, shape
from srcdiff.structures.checked_quickly import quick_check
from srcdiff.structures.expressions.basic import UnknownKey
from srcdiff.structures.layouts import (
    FixedLayout,
    Layout,
    LeafLayout,
    LinkLayout,
    MethodLayout,
    NodeLayout,
)
from srcdiff.structures.program import Function, Program
from srcdiff.structures.results import Result
from srcdiff.structures.shapes import KnownShape, MethodShape, NodeShape, Shape
from srcdiff.structures.state.naming import word
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.values import Identity, Known, Leaf, Method, Node, Ref, Rows, Value
from srcdiff.structures.surroundings import Reading
from srcdiff.syntax import SEPARATOR, constant, name


@dataclass(frozen=True)
class Flat:
    """A function of leaves.

    `sources` says of each parameter which leaf of the arguments it is, by its number, or which
    part of which global object; `surroundings` is what was read of them, `objects` are they, and
    `labels` what users write for variables.
    """

    function: Made
    sources: tuple[int | tuple[Any, Any], ...]
    result: Result
    surroundings: tuple[Reading, ...] = ()
    objects: tuple[Any, ...] = ()
    is_plain: bool = False
    changes: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)

    def is_current(self) -> bool:
        """Return True if what was read of the surroundings is still so."""
        return self.is_same() or all(reading.is_current() for reading in self.surroundings)

    @functools.cached_property
    def is_same(self) -> Callable[[], bool]:
        """Return what looks if the very same values are found."""
        return quick_check(self.surroundings)


def flat(function: Any, layouts: Mapping[str, Layout], takes_all: bool = False) -> Flat:
    """Return a function as one of the leaves of its arguments.

    Those that it binds before it reads them are left out, unless it `takes_all`.
    Raises UnsupportedSyntax for what needs to know more than what they consist of.
    """
    program = Program()
    program.takes_all = takes_all
    source = source_of(function)
    caller = Function(program, Source(None, source.tree, {}, source.origin))
    values, numbers = described(caller, layouts)
    try:
        unit = program.unit(caller, function, values, name("call"), is_root=True)
    except (UnknownKey, NeedsCaller) as found:  # of which only callers of functions make something
        error = UnsupportedSyntax(found.reason, found.node, found.advice)
        error.origin = found.origin
        raise error from None
    except RecursionError:
        error = UnsupportedSyntax(
            f"`{source.tree.name}` has functions that call each other too often to be followed",
            source.tree,
            "write them as loops",
        )
        error.origin = source.origin
        raise error from None
    sources: list[int | tuple[Any, Any]] = []
    places = order_of(caller, values)
    for what in unit.inputs:
        if isinstance(what, str):
            sources.append(numbers[id(values[what])])
            continue
        identity, key = what
        if identity[0] == "global":
            sources.append((program.globals[identity[1]], key))
        else:
            part = caller.state.nodes[places[identity[1]]].parts[key]
            sources.append(numbers[id(part)])
    assert unit.result is not None
    check_result(unit.result.value, source)
    readings = {(r.kind, id(r.owner), r.key): r for r in program.readings}
    return Flat(
        unit.made,
        tuple(sources),
        unit.result,
        tuple(readings.values()),
        tuple(program.globals.values()),
        unit.is_plain,
        unit.changes,
        program.labels,
    )


def check_result(shape: Shape, source: Source) -> None:
    """Refuse functions as results.

    Raises UnsupportedSyntax.
    """
    inner = getattr(shape, "parts", ())
    rows = isinstance(shape, NodeShape) and shape.cls is Rows and shape.element is not None
    if rows and not inner:
        error = UnsupportedSyntax(
            f"`{source.tree.name}` returns a list of unknown length without numbers in it",
            source.tree,
            "return how many there are",
        )
        error.origin = source.origin
        raise error
    is_function = isinstance(shape, KnownShape) and callable(shape.value)
    if isinstance(shape, MethodShape) or is_function:
        error = UnsupportedSyntax(
            f"`{source.tree.name}` returns a function", source.tree, "return what it computes"
        )
        error.origin = source.origin
        raise error
    for part in inner:
        check_result(part, source)


def order_of(caller: Function, values: Mapping[str, Value]) -> list[Identity]:
    """Return the objects in the arguments in their order."""

    imported = Import()
    for value in values.values():
        shape(caller, value, imported, name("call"))
    return imported.order


def described(
    caller: Function, layouts: Mapping[str, Layout]
) -> tuple[dict[str, Value], dict[int, int]]:
    """Return descriptions of arguments, and the number of each leaf in them."""
    numbers: dict[int, int] = {}
    nodes: list[Ref] = []

    def value(layout: Layout, title: str) -> Value:
        match layout:
            case LeafLayout(count=count):
                leaf = Leaf(name(title), count=count)
                numbers[id(leaf)] = len(numbers)
                caller.program.alive.append(leaf)
                return leaf
            case FixedLayout(value=own):
                if own is None or isinstance(own, (str, bool)):
                    return Leaf(constant(own), own)
                return Known(own)
            case LinkLayout(place=place):
                return nodes[place]
            case MethodLayout():
                return Method(Known(layout.function), (value(layout.owner, title),))
            case NodeLayout():
                identity: Identity = ("argument", len(caller.state.nodes))
                caller.state.nodes[identity] = Node(layout.cls, {}, title)
                if not issubclass(layout.cls, tuple):
                    nodes.append(Ref(identity))
                parts = {
                    key: value(part, f"{title}{SEPARATOR}{word(key)}")
                    for key, part in zip(layout.keys, layout.parts, strict=True)
                }
                caller.state.nodes[identity] = Node(layout.cls, parts, title)
                return Ref(identity)

    return {title: value(layout, title) for title, layout in layouts.items()}, numbers
