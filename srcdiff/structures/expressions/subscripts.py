"""Elements and slices of values with parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.structures.containers.default_dicts import by_default
from srcdiff.structures.expressions.attributes import Attributes
from srcdiff.structures.expressions.basic import UnknownKey
from srcdiff.structures.state.defaults import MadeDefaults, zero_of
from srcdiff.structures.state.equality import same_value
from srcdiff.structures.state.values import UNKNOWN, Choice, Known, Leaf, Ref, Rows, Value
from srcdiff.syntax import Expression, clone, constant, locate, number, signed


class Subscripts(Attributes):
    """Reads elements."""

    def value_of_subscript(self, tree: gast.Subscript) -> Value:
        """Return what a subscript gives."""
        owner = self.value(tree.value)
        if isinstance(owner, Leaf) and owner.known is None:
            self.always_raises("TypeError", "None has no elements", tree)
        if isinstance(owner, Leaf):
            return self.subscript_of_leaf(owner, tree)
        if isinstance(owner, Known):
            return self.with_leaves(tree)
        if not isinstance(owner, Ref):
            return self.with_leaves(tree)
        method = self.special_method(owner, "__getitem__")
        node = self.node(owner)
        self.check_class(node.cls, tree)
        if method is not None and not node.is_sequence and not issubclass(node.cls, dict):
            return self.call_value(method, [self.value(tree.slice)], {}, tree)
        if node.cls is Rows:
            return self.rows_item(owner, self.tree(tree.slice), tree)
        if isinstance(tree.slice, gast.Slice):
            self.check_whole(owner, tree)
            return self.sliced(owner, tree)
        owner, index = self.owner_and_index(owner, tree)
        node = self.node(owner)
        if isinstance(index, Choice):
            keys = [self.constant_key(option, tree.slice) for option in index.options]
            return self.chosen(index.index, [self.item(owner, k, tree) for k in keys], tree, True)
        try:
            key = self.constant_key(index, tree.slice)
        except UnknownKey:
            if not node.is_sequence or not node.parts or not isinstance(index, Leaf):
                raise
            is_name = isinstance(index.tree, gast.Name)
            held = index if is_name else self.leaf(self.held(index, tree.slice), tree.slice)
            parts = list(node.parts.values())
            return self.chosen(held.tree, parts, tree, is_below(index.tree, len(parts)))
        return self.item(owner, key, tree, True)

    def owner_and_index(self, owner: Ref, tree: gast.Subscript) -> tuple[Ref, Value]:
        """Return an object with the index of its part, whose evaluation may change the object."""
        pins = self.pins
        self.pin(owner)
        index = self.chosen_text(tree.slice) or self.value(tree.slice)
        found = self.pinned(owner, pins)
        self.unpin(pins)
        return (found if isinstance(found, Ref) else owner), index

    def chosen_text(self, tree: Expression) -> Choice | None:
        """Return one of two texts that a condition chooses as a key, None for other keys."""
        if not isinstance(tree, gast.IfExp):
            return None
        options, _ = self.trial(lambda: [self.value(p) for p in (tree.body, tree.orelse)])
        if not all(isinstance(o, Leaf) and isinstance(o.known, str) for o in options or [None]):
            return None
        places = gast.IfExp(tree.test, constant(0), constant(1))
        index = self.value(locate(places, tree))
        held = self.leaf(self.held(index, tree), tree)
        return Choice(held.tree, tuple(options))

    def chosen(
        self, index: Expression, options: list[Value], tree: Expression, is_place: bool = False
    ) -> Value:
        """Return the element with an index that is only known when the function runs.

        With `is_place` it is counted from the front, and no other than those of the elements.
        Raises UnsupportedSyntax for elements that do not consist of the same.
        """
        if all(same_value(option, options[0]) for option in options):
            return options[0]
        is_text = any(isinstance(o, Leaf) and isinstance(o.known, str) for o in options)
        if all(isinstance(o, Leaf) for o in options) and not is_text:
            parts = gast.Tuple([clone(o.tree) for o in options if isinstance(o, Leaf)], gast.Load())
            return Leaf(locate(gast.Subscript(parts, clone(index), gast.Load()), tree))
        nodes = [self.node(o) for o in options if isinstance(o, Ref)]
        if len(nodes) == len(options):
            first = nodes[0]
            if all(n.cls is first.cls and list(n.parts) == list(first.parts) for n in nodes):
                found = {
                    key: self.chosen(index, [n.parts[key] for n in nodes], tree, is_place)
                    for key in first.parts
                }
                made = self.new_node(tree, first.cls, found, "")
                sources = tuple(o.identity for o in options if isinstance(o, Ref))
                self.state.nodes[made.identity] = replace(self.node(made), sources=sources)
                return made
        if any(isinstance(o, Ref) for o in options):
            raise UnsupportedSyntax(
                "which of these elements is meant is only known when the function runs, and they "
                "do not consist of the same",
                tree,
                "use a loop over the elements",
            )
        own = index if is_place else self.place_of(index, len(options), tree)
        return Choice(own, tuple(options))

    def place_of(self, index: Expression, count: int, place: Expression) -> Expression:
        """Return an index of one of some elements from the front; for others Python raises."""
        inside = gast.Compare(signed(-count), [gast.LtE(), gast.Lt()], [index, constant(count)])
        outside = gast.UnaryOp(gast.Not(), inside)
        self.emit(raising(clone(outside), "index out of range", place, "IndexError"), place)
        rest = locate(gast.BinOp(clone(index), gast.Mod(), constant(count)), place)
        return self.leaf(self.held(Leaf(rest), place), place).tree

    def subscript_of_leaf(self, owner: Leaf, tree: gast.Subscript) -> Value:
        """Return an element of a leaf; one of a tuple that is written out is known."""
        start = len(self.block)
        index = self.value(tree.slice) if not isinstance(tree.slice, gast.Slice) else None
        number: Any = index.known if isinstance(index, Leaf) else UNKNOWN
        is_known = isinstance(number, int) and isinstance(owner.known, (str, tuple))
        if is_known and abs(number) < len(owner.known):
            found = owner.known[number]
            return Leaf(locate(constant(found), tree), found)
        rest = tree.slice
        sliced = self.leaf(index, rest).tree if index is not None else self.with_leaves(rest).tree
        whole = self.leaf(self.held_before(start, owner, tree.value), tree.value).tree
        new = gast.Subscript(whole, sliced, gast.Load())
        return Leaf(gast.copy_location(new, tree))

    def item(self, owner: Ref, key: Any, tree: Expression, puts: bool = False) -> Value:
        """Return the part of a dictionary, list or tuple with a key.

        With `puts`, a dictionary with a default gets a key that it does not have.
        """
        node = self.node(owner)
        self.check_whole(owner, tree)
        found = self.place(owner, key)
        is_sure = node.is_whole or not issubclass(node.cls, MadeDefaults) or zero_of(node.cls)
        if found in node.parts and is_sure:
            return node.parts[found]
        default = by_default(self, owner, key, tree) if puts else None
        if default is not None:
            return default
        missing = self.special_method(owner, "__missing__")
        if missing is not None:
            return self.call_value(missing, [Leaf(constant(key), key)], {}, tree)
        if self.in_try:  # as Python does, for its handlers
            kind = "KeyError" if issubclass(node.cls, dict) else "IndexError"
            self.always_raises(kind, f"there is no {key!r} here", tree)
        raise UnsupportedSyntax(
            f"there is no {key!r} in {self.described(owner)} here",
            tree,
            f"there are {', '.join(map(repr, node.parts)) or 'none'}",
        )

    def place(self, owner: Ref, key: Any) -> Any:
        """Return the key of a part, for an index that may be negative."""
        node = self.node(owner)
        if not node.is_sequence or not isinstance(key, int):
            return key
        index = key + len(node.parts) if key < 0 else key
        own = list(node.parts)
        return own[index] if 0 <= index < len(own) else key

    def sliced(self, owner: Ref, tree: gast.Subscript) -> Value:
        """Return a slice of a list or tuple."""
        part = tree.slice
        ends = [
            None if e is None else self.constant_key(self.value(e), e)
            for e in (part.lower, part.upper, part.step)
        ]
        node = self.node(owner)
        found = list(node.parts.values())[slice(*ends)]
        cls = list if node.cls is list else tuple
        trees = [clone(v.tree) for v in found if isinstance(v, Leaf)]
        if trees and len(trees) == len(found):
            new = (gast.List if cls is list else gast.Tuple)(trees, gast.Load())
            return Leaf(locate(new, tree))
        return self.new_node(tree, cls, dict(enumerate(found)), "")


def is_below(index: Expression, count: int) -> bool:
    """Return True for an index that is a place among so many by how it is written: `k % 3`.

    >>> from srcdiff.syntax import expression
    >>> [is_below(expression(text), 3) for text in ("k % 3", "k % 4", "-k % 2", "k")]
    [True, False, True, False]
    """
    match index:
        case gast.BinOp(op=gast.Mod(), right=right):
            last = number(right)
            return isinstance(last, int) and 0 < last <= count
    return False
