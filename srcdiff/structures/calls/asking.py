"""Functions of Python that ask what values consist of, or bind attributes by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.defaults import shown_class
from srcdiff.structures.state.values import BuiltinMethod, Closure, Known, Leaf, Method, Ref, Value
from srcdiff.syntax import clone, constant, locate

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def length(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the length of a container."""
    value = frame.value(tree.args[0])
    rows = frame.rows_of(value)
    if rows is not None:
        column = frame.checked_columns(rows, tree)[0]
        return Leaf(locate(gast.Call(clone(tree.func), [clone(column)], []), tree))
    if isinstance(value, Ref):
        method = frame.special_method(value, "__len__")
        node = frame.node(value)
        if method is not None and not node.is_sequence:
            return frame.call_value(method, [], {}, tree)
        return number_of(frame.items_of(value, tree), tree)
    own = frame.leaf(value, tree.args[0])
    if isinstance(own.known, (str, tuple)):
        return number_of(own.known, tree)
    return Leaf(gast.copy_location(gast.Call(clone(tree.func), [own.tree], []), tree))


def number_of(items: Any, place: gast.AST) -> Leaf:
    """Return the number of some items."""
    return Leaf(locate(constant(len(items)), place), len(items))


def is_instance(frame: Calls, tree: gast.Call) -> Value | None:
    """Return whether an object is one of a class."""
    value, classes = frame.several(tree.args)
    cls = None
    if isinstance(value, Ref):
        cls = frame.node(value).cls
    elif isinstance(value, Known):
        cls = type(value.value)
    elif isinstance(value, Leaf) and (value.known is None or isinstance(value.known, str)):
        cls = type(value.known)
    wanted = class_list(frame, classes)
    if wanted is None or cls is None:
        return None
    found = issubclass(cls, wanted)
    return Leaf(locate(constant(found), tree), found)


def class_list(frame: Calls, value: Value) -> tuple[type, ...] | None:
    """Return the classes that are asked for."""
    if isinstance(value, Known) and isinstance(value.value, type):
        return (value.value,)
    if isinstance(value, Ref) and frame.node(value).is_sequence:
        parts = [class_list(frame, p) for p in frame.node(value).parts.values()]
        if None not in parts:
            return tuple(c for p in parts if p for c in p)
    return None


def attribute_named(frame: Calls, tree: gast.Call) -> Value | None:
    """Return an attribute by its name, or another value where there is none."""
    values = frame.several(tree.args)
    owner, title = values[0], frame.constant_key(values[1], tree)
    if isinstance(owner, Ref) and len(values) > 2 and not has(frame, owner, title, tree):
        return values[2]
    return frame.attribute(owner, str(title), tree) if isinstance(owner, (Ref, Known)) else None


def has(frame: Calls, owner: Ref, title: Any, tree: gast.Call) -> bool:
    """Return True if an object has an attribute.

    Raises UnsupportedSyntax for one that is bound on some paths only.
    """
    node = frame.node(owner)
    if title in node.parts and not node.is_whole:
        raise UnsupportedSyntax(
            f"`{title}` is bound on some paths only", tree, "bind it on all of them"
        )
    return title in node.parts or hasattr(node.cls, str(title))


def has_attribute(frame: Calls, tree: gast.Call) -> Value | None:
    """Return whether an object has an attribute."""
    values = frame.several(tree.args)
    if not isinstance(values[0], Ref):
        return None
    found = has(frame, values[0], frame.constant_key(values[1], tree), tree)
    return Leaf(locate(constant(found), tree), found)


def set_attribute(frame: Calls, tree: gast.Call) -> Value | None:
    """Bind an attribute by its name."""
    owner, title, value = frame.several(tree.args)
    if not isinstance(owner, Ref):
        return None
    frame.bind_part(owner, frame.constant_key(title, tree), value, tree)
    return Leaf(constant(None), None)


def set_frozen(frame: Calls, tree: gast.Call) -> Value | None:
    """Bind an attribute of an object that cannot be changed, as `__post_init__` does."""
    owner, title, value = frame.several(tree.args)
    if not isinstance(owner, Ref):
        return None
    key = frame.constant_key(title, tree)
    if isinstance(value, Leaf) and not frame.is_stable(value.tree):
        value = frame.held(value, tree)
    frame.set_part(owner.identity, key, value)
    return Leaf(constant(None), None)


def class_of(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the class of an object."""
    value = frame.value(tree.args[0])
    return Known(shown_class(frame.node(value).cls)) if isinstance(value, Ref) else None


def is_callable(frame: Calls, tree: gast.Call) -> Value | None:
    """Return whether a value can be called."""
    value = frame.value(tree.args[0])
    if isinstance(value, Ref):
        found = frame.special_method(value, "__call__") is not None
    elif isinstance(value, (Known, Method, Closure, BuiltinMethod)):
        found = callable(value.value) if isinstance(value, Known) else True
    else:
        return None
    return Leaf(locate(constant(found), tree), found)


def printed(frame: Calls, tree: gast.Call) -> Value | None:
    """Leave out what is printed, but for what the calls in it do."""
    for part in (*tree.args, *(word.value for word in tree.keywords)):
        if any(isinstance(node, gast.Call) for node in gast.walk(part)):
            frame.value(part)
    return Leaf(constant(None), None)
