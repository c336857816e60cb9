"""`defaultdict` and `Counter`: dictionaries with a value for keys that they do not have."""

from __future__ import annotations

from collections import Counter
from types import FunctionType
from typing import TYPE_CHECKING, Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.calls.collecting import parts_of_pairs
from srcdiff.structures.state.defaults import ZEROS, MadeDefaults, zero_of
from srcdiff.structures.state.values import Closure, Known, Leaf, Method, Ref, Value
from srcdiff.syntax import Expression, constant, locate, signed

if TYPE_CHECKING:
    from srcdiff.structures.calls.calls import Calls


def as_default(frame: Calls, tree: gast.Call) -> Value | None:
    """Return what `defaultdict(factory, ...)` makes.

    Each factory has a class of its own, so that paths with different ones do not meet unnoticed.
    """
    if any(isinstance(argument, gast.Starred) for argument in tree.args):
        return None
    factory = frame.value(tree.args[0]) if tree.args else Leaf(constant(None), None)
    is_none = isinstance(factory, Leaf) and factory.known is None
    if not is_none and not isinstance(factory, (Known, Closure, Method)):
        return None
    if isinstance(factory, Known) and not isinstance(factory.value, (type, FunctionType)):
        return None
    further = locate(gast.Call(tree.func, tree.args[1:], tree.keywords), tree)
    parts = parts_of_pairs(frame, further) if tree.args[1:] else {}
    _, words = frame.arguments(locate(gast.Call(tree.func, [], tree.keywords), tree))
    return frame.new_node(tree, class_for(frame, factory), {**parts, **words}, "")


def class_for(frame: Calls, factory: Value) -> type:
    """Return the class of the dictionaries with a factory."""
    known = frame.program.default_classes
    found: type = known.get(factory) or type("defaultdict", (MadeDefaults,), {"factory": factory})
    known[factory] = found
    return found


def by_default(frame: Any, owner: Ref, key: Any, place: Expression) -> Value | None:
    """Return the value of a key that a dictionary does not have, None where it has none for it.

    A `defaultdict` has the key from then on, a `Counter` has not.
    """
    node, zero = frame.node(owner), zero_of(frame.node(owner).cls)
    if zero is None and not issubclass(node.cls, MadeDefaults):
        return None
    if not node.is_whole and zero is None:
        raise UnsupportedSyntax(
            f"{frame.described(owner)} has other keys on one path than on another",
            place,
            "bind the same ones on all paths",
        )
    if issubclass(node.cls, Counter):
        return zero
    factory = node.cls.factory
    if isinstance(factory, Leaf):  # None
        return None
    frame.bind_part(owner, key, made_by(frame, factory, place), place)
    found: Value = frame.node(owner).parts[key]
    return found


def made_by(frame: Any, factory: Value, place: Expression) -> Value:
    """Return what a `default_factory` makes."""
    made = factory.value if isinstance(factory, Known) else None
    if isinstance(made, type) and made in ZEROS:
        return Leaf(locate(constant(ZEROS[made]), place), ZEROS[made])
    if made is list:
        return Leaf(locate(gast.List([], gast.Load()), place))
    if made is dict:
        found: Value = frame.new_node(place, dict, {}, "")
        return found
    called: Value = frame.call_value(factory, [], {}, place)
    return called


def as_counter(frame: Calls, tree: gast.Call) -> Value | None:
    """Return what `Counter()` makes: of nothing, of keywords, or of items that are known."""
    if any(isinstance(argument, gast.Starred) for argument in tree.args):
        return None
    added = frame.several(tree.args)
    _, words = frame.arguments(locate(gast.Call(tree.func, [], tree.keywords), tree))
    counts = frame.new_node(tree, Counter, {}, "")
    for value in added:
        count_in(frame, counts, value, gast.Add(), tree)
    for key, value in words.items():
        frame.bind_part(counts, key, value, tree)
    return counts


def count_in(frame: Any, counts: Ref, value: Value, op: gast.operator, place: Expression) -> None:
    """Add the items of a value, or those of a dictionary as often as it says, to some counts."""
    is_dict = isinstance(value, Ref) and issubclass(frame.node(value).cls, dict)
    if is_dict:
        pairs = list(frame.node(value).parts.items())
    else:
        once = Leaf(constant(1), 1)
        pairs = [(frame.constant_key(v, place), once) for v in frame.items_of(value, place)]
    for key, number in pairs:
        old = frame.node(counts).parts.get(key, zero_of(Counter))
        frame.bind_part(counts, key, combined(frame, old, op, number, place), place)


def combined(frame: Any, old: Value, op: gast.operator, more: Value, place: Expression) -> Value:
    """Return a count that has become larger, or smaller."""
    known = [v.known for v in (old, more) if isinstance(v, Leaf) and type(v.known) is int]
    if len(known) == 2:
        found = sum(known) if isinstance(op, gast.Add) else known[0] - known[1]
        return Leaf(locate(signed(found), place), found)
    trees = [frame.leaf(v, place).tree for v in (old, more)]
    return Leaf(locate(gast.BinOp(trees[0], op, trees[1]), place))
