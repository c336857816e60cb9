"""What is known of values while a function is taken apart: names of leaves, nodes, and methods."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from srcdiff.structures.layouts import named_fields
from srcdiff.syntax import Expression

Identity: TypeAlias = tuple[Any, ...]
UNKNOWN = object()  # of a leaf: its value is only known when the function runs


NOTHING = object()  # as a key: all parts of a node are None, and nothing refers to it


class FixedInteger(int):
    """An integer that decides which parts of an object are meant."""


class Rows:
    """The class of lists that are a list for each leaf of their elements."""


@dataclass(frozen=True)
class Leaf:
    """A number, an array or anything else that stays in the function: an expression for it.

    `known` is its value, if that follows from the text, `count` how many numbers a tuple has.
    """

    tree: Expression
    known: Any = UNKNOWN
    origin: int | None = None  # where the list that it is was made
    count: int | None = None


@dataclass(frozen=True)
class Known:
    """An object of the program: a function, a class, a module, a global object."""

    value: Any


@dataclass(frozen=True)
class Ref:
    """A dictionary, list, tuple or object whose parts are known: which one it is."""

    identity: Identity


@dataclass(frozen=True)
class Method:
    """A method of a value: a function of the user and its first arguments."""

    function: Value
    given: tuple[Value, ...]
    words: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class BuiltinMethod:
    """A method of a dictionary, list or tuple."""

    owner: Ref
    title: str


@dataclass(frozen=True)
class Closure:
    """A function that is defined inside another."""

    tree: Any = field(hash=False, compare=False)
    title: str
    number: int


@dataclass(frozen=True)
class Parent:
    """What `super()` gives: an object as one of the classes behind `cls`."""

    cls: type
    owner: Value


@dataclass(frozen=True)
class Ambiguous:
    """What has other parts on one path than on another."""

    reason: str


@dataclass(frozen=True)
class Choice:
    """One of several texts or objects of the program, by a number that counts from the front."""

    index: Expression
    options: tuple[Value, ...]


Value: TypeAlias = (
    Leaf | Known | Ref | Method | BuiltinMethod | Closure | Parent | Ambiguous | Choice
)


@dataclass(frozen=True)
class Node:
    """A dictionary, list, tuple or object: its class and its parts.

    Its variables are called after `title`. `is_whole` is False if keys may be missing. One that is
    chosen by an index has `sources`, and is only read. One that may be None has None as its parts
    then, and says so by `absent`.
    """

    cls: type
    parts: Mapping[Any, Value]
    title: str
    is_whole: bool = True
    sources: tuple[Identity, ...] = ()
    gone: frozenset[Any] = frozenset()  # keys that it had, whose variables may have values still
    element: Any = None  # of a list of rows: the shape of its elements
    made_at: int = 0  # and where it was made
    absent: Any = None  # the key of a part that is None where there is None instead of the node
    is_partial: bool = False  # on some paths only: its variables have no values on the others

    @property
    def is_mutable(self) -> bool:
        """Return True if the parts can be bound anew."""
        if self.cls is tuple or named_fields(self.cls):
            return False
        options = getattr(self.cls, "__dataclass_params__", None)
        return not (dataclasses.is_dataclass(self.cls) and options and options.frozen)

    @property
    def is_sequence(self) -> bool:
        """Return True if it is a list or a tuple, named or not."""
        return self.cls in (list, tuple) or named_fields(self.cls)


@dataclass
class State:
    """What names and nodes stand for at one point of a function.

    `changed` are the parts of nodes that were bound anew, `optional` variables that may be None.
    """

    names: dict[str, Value] = field(default_factory=dict)
    nodes: dict[Identity, Node] = field(default_factory=dict)
    changed: set[tuple[Identity, Any]] = field(default_factory=set)
    is_dead: bool = False
    optional: set[str] = field(default_factory=set)

    def copy(self) -> State:
        """Return another state with the same content."""
        return State(
            dict(self.names),
            dict(self.nodes),
            set(self.changed),
            self.is_dead,
            set(self.optional),
        )

    def set_part(self, identity: Identity, key: Any, value: Value) -> None:
        """Bind a part of a node anew."""
        node = self.nodes[identity]
        parts, gone = {**node.parts, key: value}, node.gone - {key}
        self.nodes[identity] = replace(node, parts=parts, gone=gone)
        self.changed.add((identity, key))
