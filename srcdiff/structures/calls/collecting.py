"""Functions of Python that go over items: `list`, `dict`, `sum`, `all` and the like."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.values import Leaf, Ref, Value
from srcdiff.syntax import constant, locate

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def as_list(cls: type) -> Callable[[Calls, gast.Call], Value | None]:
    """Return what makes a list or a tuple of items that are known."""

    def make(frame: Calls, tree: gast.Call) -> Value | None:
        if not tree.args:
            return None
        items = frame.iterated(tree.args[0], tree)
        return None if items is None else frame.listed(tree, cls, items)

    return make


def as_dict(frame: Calls, tree: gast.Call) -> Value | None:
    """Return a dictionary of pairs and keywords."""
    parts: dict[Any, Value] = {}
    if tree.args:
        items = frame.iterated(tree.args[0], tree)
        source, _ = (
            frame.trial(lambda: frame.value(tree.args[0])) if items is not None else (None, 0)
        )
        if isinstance(source, Ref) and issubclass(frame.node(source).cls, dict):
            parts.update(frame.node(source).parts)
        elif items is None:
            raise UnsupportedSyntax(
                "the keys of this dictionary are only known when the function runs",
                tree,
                "use a dictionary with constant keys, or an array",
            )
        else:
            for item in items:
                key, value = frame.items_of(item, tree)
                parts[frame.constant_key(key, tree)] = value
    _, words = frame.arguments(locate(gast.Call(tree.func, [], tree.keywords), tree))
    return frame.new_node(tree, dict, {**parts, **words}, "")


def from_keys(frame: Calls, tree: gast.Call) -> Value | None:
    """Return a dictionary of some keys that all have one value."""
    given, _ = frame.arguments(tree)
    keys = [frame.constant_key(key, tree) for key in frame.items_of(given[0], tree)]
    value = frame.held(given[1], tree) if len(given) > 1 else Leaf(constant(None), None)
    return frame.new_node(tree, dict, dict.fromkeys(keys, value), "")


def as_namespace(frame: Calls, tree: gast.Call) -> Value | None:
    """Return a namespace of keywords."""
    _, words = frame.arguments(tree)
    return frame.new_node(tree, SimpleNamespace, dict(words), "namespace")


def total(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the sum of items that are known."""
    items = frame.iterated(tree.args[0], tree)
    if items is None:
        return None
    start = [frame.value(a) for a in (*tree.args[1:], *(w.value for w in tree.keywords))]
    found: Value = start[0] if start else Leaf(locate(constant(0), tree), 0)
    if not start and len(items) > 1 and all(isinstance(item, Leaf) for item in items):
        found, items = items[0], items[1:]
    for item in items:
        added = gast.BinOp(constant(0), gast.Add(), constant(0))
        locate(added, tree)
        combined = frame.combined(added, found, item)
        if combined is None:
            own = [frame.leaf(v, tree).tree for v in (found, item)]
            combined = Leaf(gast.copy_location(gast.BinOp(own[0], gast.Add(), own[1]), tree))
        found = combined
    return found


def quantified(is_all: bool) -> Callable[[Calls, gast.Call], Value | None]:
    """Return what `all` or `any` gives for items that are known."""

    def decide(frame: Calls, tree: gast.Call) -> Value | None:
        items = frame.iterated(tree.args[0], tree)
        if items is None:
            return None
        truths = [frame.truth(item) for item in items]
        if None not in truths:
            found = all(truths) if is_all else any(truths)
            return Leaf(locate(constant(found), tree), found)
        parts = [frame.leaf(item, tree).tree for item in items]
        if len(parts) == 1:
            return Leaf(parts[0])
        new = gast.BoolOp(gast.And() if is_all else gast.Or(), parts)
        return Leaf(locate(new, tree))

    return decide
