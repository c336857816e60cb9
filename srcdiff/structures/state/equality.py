"""Whether two values, nodes or states are the same."""

from __future__ import annotations

import gast

from srcdiff.structures.state.values import UNKNOWN, Choice, Known, Leaf, Node, State, Value


def same_value(a: Value, b: Value) -> bool:
    """Return True if two values are the same."""
    if isinstance(a, Known) and isinstance(b, Known):
        return a.value is b.value
    if isinstance(a, Leaf) and isinstance(b, Leaf):
        return same_tree(a, b)
    if isinstance(a, Choice) and isinstance(b, Choice):
        same = len(a.options) == len(b.options) and same_tree(Leaf(a.index), Leaf(b.index))
        return same and all(map(same_value, a.options, b.options))
    return type(a) is type(b) and a == b


def is_name(value: Leaf, title: str) -> bool:
    """Return True if a value is the variable of some name."""
    return isinstance(value.tree, gast.Name) and value.tree.id == title


def same_tree(a: Leaf, b: Leaf) -> bool:
    """Return True if two values are the same variable, or the same literal."""
    if isinstance(a.tree, gast.Name) and isinstance(b.tree, gast.Name):
        return bool(a.tree.id == b.tree.id)
    if isinstance(a.tree, gast.Constant) and isinstance(b.tree, gast.Constant):
        return same_known(Leaf(a.tree, a.tree.value), Leaf(b.tree, b.tree.value))
    return a.tree is b.tree


def same_known(a: Leaf, b: Leaf) -> bool:
    """Return True if the same is known of two values."""
    if a.known is UNKNOWN or b.known is UNKNOWN:
        return a.known is b.known
    return type(a.known) is type(b.known) and bool(a.known == b.known)


def same_state(a: State, b: State) -> bool:
    """Return True if names and nodes stand for the same in two states, and may be None alike."""
    return (
        a.names.keys() == b.names.keys()
        and a.optional == b.optional
        and not a.nodes.keys() ^ b.nodes.keys()
        and all(equal(v, b.names[k]) for k, v in a.names.items())
        and all(equal_nodes(n, b.nodes[k]) for k, n in a.nodes.items())
    )


def equal_nodes(a: Node, b: Node) -> bool:
    """Return True if two nodes have the same parts."""
    return a is b or (
        a.cls is b.cls
        and a.is_whole == b.is_whole
        and a.sources == b.sources
        and a.element == b.element
        and a.absent == b.absent
        and a.is_partial == b.is_partial
        and list(a.parts) == list(b.parts)
        and all(equal(v, b.parts[k]) for k, v in a.parts.items())
    )


def equal(a: Value, b: Value) -> bool:
    """Return True if two values, and what is known of them, are the same."""
    if isinstance(a, Leaf) and isinstance(b, Leaf):
        return same_tree(a, b) and same_known(a, b)
    return same_value(a, b)
