"""`sorted`, `max` and `min`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.restarts import MadeOfRows
from srcdiff.structures.state.values import Leaf, Ref, Value
from srcdiff.syntax import SEPARATOR, assign, clone, constant, locate, name

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def in_order(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the elements of a list of rows in rising order."""
    value = frame.value(tree.args[0])
    if isinstance(value, Leaf) and value.origin in frame.program.tuple_lists:
        raise MadeOfRows(value.origin, None)
    rows = frame.rows_of(value)
    if rows is None and tree.keywords and isinstance(value, Ref):
        rows = frame.rows_from(frame.known_items(value) or [], tree)
    if rows is None:
        items = frame.iterated(tree, tree) if isinstance(value, Ref) else None
        if items is None and isinstance(value, Ref) and issubclass(frame.node(value).cls, dict):
            raise UnsupportedSyntax(
                "the order of these keys is only known when the function runs",
                tree,
                "sort the values, or pairs of numbers: `sorted(d.values())`",
            )
        if items is None and isinstance(value, Ref):
            check_order(frame, frame.known_items(value) or [], tree)
        return None if items is None else frame.listed(tree, list, items)
    _, words = frame.arguments(locate(gast.Call(tree.func, [], tree.keywords), tree))
    return frame.sorted_rows(rows, words, tree)


def check_order(frame: Calls, items: list[Value], tree: gast.Call) -> None:
    """Refuse to sort objects that compare themselves."""
    if any(isinstance(item, Ref) and not frame.node(item).is_sequence for item in items):
        raise UnsupportedSyntax(
            "objects are sorted by a method of their own",
            tree,
            "sort them by a number: `sorted(ps, key=lambda p: p.x)`",
        )


def extreme_by_key(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the first of the largest, or smallest, elements of a list by a key."""
    if not tree.args or [w.arg for w in tree.keywords] != ["key"]:
        return None
    if len(tree.args) > 1:
        rows = frame.rows_from(frame.several(tree.args), tree)
    else:
        value = frame.value(tree.args[0])
        if isinstance(value, Leaf) and value.origin in frame.program.tuple_lists:
            raise MadeOfRows(value.origin, None)
        rows = frame.rows_of(value)
        if rows is None and isinstance(value, Ref):
            rows = frame.rows_from(frame.known_items(value) or [], tree)
    if rows is None:
        return None
    _, words = frame.arguments(locate(gast.Call(tree.func, [], tree.keywords), tree))
    if frame.namespace.get(getattr(tree.func, "id", "")) is max:
        words["reverse"] = Leaf(constant(True), True)
    found = frame.sorted_rows(rows, words, tree)
    return frame.rows_item(found, constant(0), tree)


def extreme(frame: Calls, tree: gast.Call) -> Value | None:
    """Return the largest or smallest of items that are known."""
    by_key = extreme_by_key(frame, tree)
    if by_key is None and len(tree.args) > 1 and not tree.keywords:
        values, _ = frame.trial(lambda: frame.several(tree.args))
        if any(isinstance(v, Ref) and not frame.node(v).is_sequence for v in values or ()):
            return extreme_by_method(frame, frame.several(tree.args), tree)
    if by_key is not None or len(tree.args) != 1 or tree.keywords:
        return by_key
    items = frame.iterated(tree.args[0], tree)
    if not items:
        return None
    if any(isinstance(item, Ref) and not frame.node(item).is_sequence for item in items):
        return extreme_by_method(frame, items, tree)
    parts = [frame.leaf(item, tree).tree for item in items]
    if len(parts) == 1:
        return Leaf(parts[0])
    return Leaf(gast.copy_location(gast.Call(clone(tree.func), parts, []), tree))


def extreme_by_method(frame: Calls, items: list[Value], tree: gast.Call) -> Value:
    """Return the first of the largest, or smallest, of some objects that compare themselves."""
    is_max = frame.namespace.get(getattr(tree.func, "id", "")) is max
    op = gast.Gt() if is_max else gast.Lt()
    pins = frame.pins
    for item in items:
        frame.pin(item)
    title = frame.temporary_name("extreme", tree)
    frame.bind(title, frame.pinned(items[0], pins), tree)
    for number in range(1, len(items)):
        other = f"pin{SEPARATOR}{pins + number}"
        test = gast.Compare(name(other), [op], [name(title)])
        bound = assign(title, name(other))
        frame.statement(locate(gast.If(test, [bound], []), tree))
    frame.unpin(pins)
    return frame.value(locate(name(title), tree))
