"""Copies of objects, and functions with their first arguments."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.restarts import OfKnownLength
from srcdiff.structures.state.values import BuiltinMethod, Leaf, Method, Ref, Value
from srcdiff.syntax import clone, locate

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def copied(is_deep: bool) -> Callable[[Calls, gast.Call], Value | None]:
    """Return what copies objects."""

    def make(frame: Calls, tree: gast.Call) -> Value | None:
        value = frame.value(tree.args[0])
        return duplicate(frame, value, is_deep, tree, {}) if isinstance(value, Ref) else None

    return make


def duplicate(frame: Calls, value: Value, is_deep: bool, tree: gast.Call, seen: Any) -> Value:
    """Return a copy of an object; a deep one has copies of its arrays."""
    if isinstance(value, Leaf):
        is_number = isinstance(value.tree, gast.Constant)
        return value if is_number or not is_deep else Leaf(deep_leaf(frame, value, tree))
    if not isinstance(value, Ref):
        return value
    if value not in seen:
        node = frame.node(value)
        seen[value] = frame.new_node(tree, node.cls, dict(node.parts), node.title)
        if is_deep:
            parts = {k: duplicate(frame, v, True, tree, seen) for k, v in node.parts.items()}
            own = frame.node(seen[value])
            frame.state.nodes[seen[value].identity] = dataclasses.replace(own, parts=parts)
    found: Value = seen[value]
    return found


def deep_leaf(frame: Calls, value: Leaf, tree: gast.Call) -> Any:
    """Return an expression for a copy of a number or an array, and of nothing else: `+x`."""
    if value.origin is not None:  # a list
        is_known = value.origin in frame.program.known_lists
        if not is_known and frame.is_of_known_length(value.origin):
            raise OfKnownLength(value.origin, True)
        raise UnsupportedSyntax(
            "this copies a list whose length is only known when the function runs",
            tree,
            "make another object, of `list(...)` of the list",
        )
    return locate(gast.UnaryOp(gast.UAdd(), clone(value.tree)), tree)


def replaced(frame: Calls, tree: gast.Call) -> Value | None:
    """Return an object of a dataclass with other values for some fields."""
    given, words = frame.arguments(tree)
    if not isinstance(given[0], Ref):
        return None
    node = frame.node(given[0])
    if not dataclasses.is_dataclass(node.cls):
        return frame.call_method_of(BuiltinMethod(given[0], "_replace"), [], words, tree)
    own = {f.name: node.parts[f.name] for f in dataclasses.fields(node.cls) if f.init}
    return frame.constructed(node.cls, [], {**own, **words}, tree)


def as_dictionary(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the fields of an object of a dataclass as a dictionary."""
    value = frame.value(tree.args[0])
    if not isinstance(value, Ref):
        return None
    found = duplicate(frame, value, True, tree, {})
    assert isinstance(found, Ref)
    node = frame.node(found)
    return frame.new_node(tree, dict, dict(node.parts), "")


def partial(frame: Calls, tree: gast.Call) -> Value | None:
    """Return a function with its first arguments."""
    given, words = frame.arguments(tree)
    if all(isinstance(v, Leaf) for v in (*given[1:], *words.values())) and not isinstance(
        given[0], Method
    ):
        return None
    held = tuple(frame.held(v, tree) for v in given[1:])
    return Method(given[0], held, tuple((k, frame.held(v, tree)) for k, v in words.items()))
