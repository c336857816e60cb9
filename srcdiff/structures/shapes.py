"""What has to be known of values to have them again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.values import (
    UNKNOWN,
    Ambiguous,
    Choice,
    Closure,
    Identity,
    Known,
    Leaf,
    Method,
    Node,
    Ref,
    State,
    Value,
)


@dataclass(frozen=True)
class LeafShape:
    """The next of the numbers and arrays that come back."""


@dataclass(frozen=True)
class ConstantShape:
    """A text, None, True or False."""

    value: Any


@dataclass(frozen=True)
class KnownShape:
    """An object of the program."""

    identity: int
    value: Any


@dataclass(frozen=True)
class OwnShape:
    """An object that the caller has."""

    identity: Identity


@dataclass(frozen=True)
class NodeShape:
    """A new object, or a copy of one."""

    cls: type
    keys: tuple[Any, ...]
    parts: tuple[Shape, ...]
    title: str = field(compare=False)
    element: Any = None  # of a list of rows
    number: int | None = None  # of an object that others may refer to
    sources: tuple[Identity, ...] = ()  # what it may be, if an index has chosen it
    absent: bool = False  # there may be None instead of it

    @property
    def telling(self) -> Any:
        """Return the key of the part that tells so."""
        return next(k for k, p in zip(self.keys, self.parts, strict=True) if p == LEAF)


@dataclass(frozen=True)
class LinkShape:
    """The same new object as one that came before."""

    number: int


@dataclass(frozen=True)
class MethodShape:
    """A method of a value."""

    function: Shape
    given: tuple[Shape, ...]  # its first arguments, then those by name
    words: tuple[str, ...] = ()


Shape: TypeAlias = (
    LeafShape | ConstantShape | KnownShape | OwnShape | NodeShape | LinkShape | MethodShape
)
Seen: TypeAlias = dict[Identity, int]
ROOT: Identity = ("root",)  # among those that were seen: there is no caller that has them
LEAF = LeafShape()


def is_given(identity: Identity) -> bool:
    """Return True if a node is one that the function was called with."""
    return bool(identity[0] == "in")


def shape_of(
    frame: Any, value: Value, state: State, place: gast.AST, seen: Seen | None = None
) -> Shape:
    """Return what has to be known of a value to have it again.

    `seen` has the numbers of objects that came before.
    """
    seen = {} if seen is None else seen
    value = frame.current(value)
    match value:
        case Leaf():
            return shape_of_leaf(value)
        case Known():
            return KnownShape(id(value.value), value.value)
        case Ref():
            return shape_of_node(frame, value, state, place, seen)
        case Method():
            own = (*value.given, *(part for _, part in value.words))
            given = tuple(shape_of(frame, g, state, place, seen) for g in own)
            words = tuple(word for word, _ in value.words)
            return MethodShape(shape_of(frame, value.function, state, place, seen), given, words)
        case Closure():
            if frame.changes_around(value):
                raise NeedsCaller(
                    f"`{value.title}`, which changes what is around it, is returned",
                    place,
                    "return what it computes",
                )
            return shape_of(frame, frame.lifted_closure(value, place), state, place, seen)
        case Ambiguous():
            raise UnsupportedSyntax(value.reason, place, "use two names")
        case Choice():
            raise NeedsCaller(
                "which object of the program is returned is only known when the function runs",
                place,
                "return a number or a text for it",
            )
    raise UnsupportedSyntax("a method of a container is returned", place, "return what it computes")


def shape_of_leaf(value: Leaf) -> Shape:
    """Return what has to be known of a number, an array, a text or a tuple of numbers."""
    is_constant = value.known is None or isinstance(value.known, (str, bool))
    if isinstance(value.tree, gast.Tuple) and value.known is UNKNOWN:
        parts = tuple(LEAF for _ in value.tree.elts)
        return NodeShape(tuple, tuple(range(len(parts))), parts, "")
    is_literal = isinstance(value.tree, gast.Constant)
    return ConstantShape(value.known) if is_constant and is_literal else LEAF


def shape_of_node(frame: Any, value: Ref, state: State, place: gast.AST, seen: Seen) -> Shape:
    """Return what has to be known of a dictionary, list, tuple or object."""
    node = state.nodes[value.identity]
    is_known = is_given(value.identity) or value.identity[0] == "global"
    if is_known and node.is_mutable and ROOT not in seen:
        return OwnShape(value.identity)
    if value.identity in seen:
        return LinkShape(seen[value.identity])
    number = None
    if node.is_mutable:
        number = seen[value.identity] = len(seen)
    if not node.is_whole:
        raise UnsupportedSyntax(
            "an object that has other parts on another path is returned",
            place,
            "bind all of them on all paths",
        )
    shapes = tuple(shape_of(frame, p, state, place, seen) for p in node.parts.values())
    sources = tuple(source_of(i, seen, node, place) for i in node.sources)
    absent = node.absent is not None
    own = (node.cls, tuple(node.parts), shapes, node.title, node.element, number, sources)
    return NodeShape(*own, absent)


def source_of(identity: Identity, seen: Seen, node: Node, place: gast.AST) -> Identity:
    """Return what stands for an object that another one may be, or is a view of.

    Raises UnsupportedSyntax for a view of a dictionary that does not come back with it.
    """
    if is_given(identity):
        return identity
    if identity in seen:
        return ("made", seen[identity])
    if not node.is_mutable:
        raise UnsupportedSyntax(
            "a view of a dictionary is returned", place, "return a list: `list(...)`"
        )
    return ("local",)


def common(first: Shape, other: Shape, place: gast.AST) -> Shape:
    """Return what two values have in common.

    Raises UnsupportedSyntax where they do not consist of the same.
    """
    if first == other:
        return first
    for one, two in ((first, other), (other, first)):
        is_none = isinstance(one, ConstantShape) and one.value is None
        if is_none and isinstance(two, NodeShape) and LEAF in two.parts and two.element is None:
            return replace(two, absent=True)
    simple = (LeafShape, ConstantShape)
    if isinstance(first, simple) and isinstance(other, simple):
        return LEAF
    if isinstance(first, NodeShape) and isinstance(other, NodeShape) and alike(first, other):
        pairs = zip(first.parts, other.parts, strict=True)
        parts = tuple(common(a, b, place) for a, b in pairs)
        absent = first.absent or other.absent
        return replace(first, parts=parts, title=first.title or other.title, absent=absent)
    raise UnsupportedSyntax(
        "what is returned consists of other parts than on another path",
        place,
        "return the same kind of object on all paths",
    )


def has_functions(shape: Shape) -> bool:
    """Return True if there is a function with some of its arguments in a value."""
    if isinstance(shape, MethodShape):
        return True
    return isinstance(shape, NodeShape) and any(map(has_functions, shape.parts))


def alike(first: NodeShape, other: NodeShape) -> bool:
    """Return True if two objects differ in their parts only."""
    return replace(first, parts=(), absent=False) == replace(other, parts=(), absent=False)


def count(shape: Shape) -> int:
    """Return how many numbers and arrays a value has."""
    if isinstance(shape, LeafShape):
        return 1
    parts = getattr(shape, "parts", getattr(shape, "given", ()))
    return sum(map(count, parts))
