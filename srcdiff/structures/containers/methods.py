"""Methods of dictionaries, lists and tuples whose parts are known."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.containers.comprehensions import Comprehensions
from srcdiff.structures.containers.default_dicts import count_in
from srcdiff.structures.layouts import named_fields
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.restarts import MadeOfRows, OfKnownLength
from srcdiff.structures.state.values import UNKNOWN, BuiltinMethod, Leaf, Ref, Rows, Value
from srcdiff.syntax import Expression, constant

NONE = Leaf(constant(None), None)


class ContainerMethods(Comprehensions):
    """Runs methods of containers."""

    def call_method_of(
        self, method: BuiltinMethod, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a method of a container gives."""
        node = self.node(method.owner)
        kind = "dict" if issubclass(node.cls, dict) else "list" if node.cls is list else "tuple"
        kind = "rows" if node.cls is Rows else kind
        self.check_whole(method.owner, place)
        found = getattr(self, f"{kind}_{method.title.strip('_')}", None)
        if found is None:
            raise UnsupportedSyntax(
                f"`{method.title}` of {self.described(method.owner)} is not supported",
                place,
                "write what it does with a loop",
            )
        result: Value = found(method.owner, given, words, place)
        return result

    def dict_get(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the value of a key, or another one."""
        key = self.constant_key(given[0], place)
        node = self.node(owner)
        if key in node.parts:
            if not node.is_whole:
                raise unsure(place)
            return node.parts[key]
        return given[1] if len(given) > 1 else NONE

    def dict_pop(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the value of a key, which is taken out."""
        key = self.constant_key(given[0], place)
        value = (
            self.item(owner, key, place)
            if len(given) == 1
            else self.dict_get(owner, given, words, place)
        )
        node = self.node(owner)
        if key in node.parts:
            if isinstance(value, Leaf):
                value = self.held(value, place)
            self.check_writable(owner, node, place)
            self.without(owner, [key])
        return value

    def dict_popitem(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the last key, or the first one, with its value, which is taken out."""
        node = self.node(owner)
        if not node.parts or not node.is_whole:
            raise unsure(place)
        wanted = [*given, *words.values()]
        last = not wanted or bool(self.constant_key(wanted[0], place))
        key = [*node.parts][-1 if last else 0]
        value = self.dict_pop(owner, [self.key_value(key)], {}, place)
        return self.pair(place, [self.key_value(key), value])

    def dict_move_to_end(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Make a key the last one, or the first one."""
        wanted = [*given[1:], *words.values()]
        last = not wanted or bool(self.constant_key(wanted[0], place))
        parts = dict(self.node(owner).parts)
        key = self.constant_key(given[0], place)
        if key not in parts or not self.node(owner).is_whole:
            raise unsure(place)
        moved = {key: parts.pop(key)}
        self.check_writable(owner, self.node(owner), place)
        own = {**parts, **moved} if last else {**moved, **parts}
        self.state.nodes[owner.identity] = replace(self.node(owner), parts=own)
        self.has_changed(owner.identity)
        return NONE

    def without(self, owner: Ref, keys: list[Any]) -> None:
        """Take parts out of a node."""
        node = self.node(owner)
        parts = {k: v for k, v in node.parts.items() if k not in keys}
        gone = node.gone | set(keys)
        self.state.nodes[owner.identity] = replace(node, parts=parts, gone=gone)
        self.state.changed |= {(owner.identity, key) for key in keys}
        self.log |= {(owner.identity, key) for key in keys}
        self.has_changed(owner.identity)

    def dict_setdefault(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the value of a key, which is bound if it is not yet."""
        key = self.constant_key(given[0], place)
        if key not in self.node(owner).parts:
            self.bind_part(owner, key, given[1] if len(given) > 1 else NONE, place)
        return self.node(owner).parts[key]

    def dict_update(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Bind the keys of another dictionary."""
        if issubclass(self.node(owner).cls, Counter):
            for value in given:
                count_in(self, owner, value, gast.Add(), place)
            given = []
        parts = dict(self.dictionary(given[0], place)) if given else {}
        for key, value in {**parts, **words}.items():
            self.bind_part(owner, key, value, place)
        return NONE

    def dict_subtract(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Take the items of others from the counts of a `Counter`."""
        for value in given:
            count_in(self, owner, value, gast.Sub(), place)
        return NONE

    def dict_copy(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return a copy, whose values are those of the dictionary."""
        node = self.node(owner)
        return self.new_node(place, node.cls, dict(node.parts), "")

    def dict_items(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the pairs of keys and values."""
        pairs = self.node(owner).parts.items()
        return self.view(owner, [self.pair(place, [self.key_value(k), v]) for k, v in pairs], place)

    def dict_values(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the values."""
        return self.view(owner, list(self.node(owner).parts.values()), place)

    def dict_keys(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return the keys."""
        return self.view(owner, [self.key_value(k) for k in self.node(owner).parts], place)

    def view(self, owner: Ref, items: list[Value], place: Expression) -> Value:
        """Return a tuple for a view of a dictionary, which is forgotten if that changes."""
        made = self.new_node(place, tuple, dict(enumerate(items)), "")
        self.state.nodes[made.identity] = replace(self.node(made), sources=(owner.identity,))
        return made

    def listed(self, place: Expression, cls: type, values: list[Value]) -> Value:
        """Return a list or tuple of values: a leaf if all of them are."""
        if values and all(isinstance(v, Leaf) and not isinstance(v.known, str) for v in values):
            kind = gast.List if cls is list else gast.Tuple
            parts = [v.tree for v in values if isinstance(v, Leaf)]
            return Leaf(gast.copy_location(kind(parts, gast.Load()), place))
        return self.new_node(place, cls, dict(enumerate(values)), "")

    def list_append(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Add an element."""
        if self.loops and owner.identity[0] == "new":
            if owner.identity[1] in self.program.known_lists:
                raise OfKnownLength(owner.identity[1], False)
            raise MadeOfRows(owner.identity[1], None)
        if self.loops:
            raise NeedsCaller(
                f"{self.described(owner)} grows in a loop whose length is not known",
                place,
                "use lists of numbers or arrays, one for each attribute",
            )
        self.bind_part(owner, len(self.node(owner).parts), given[0], place)
        return NONE

    def list_extend(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Add the elements of another list."""
        for item in self.items_of(given[0], place):
            self.list_append(owner, [item], words, place)
        return NONE

    def list_insert(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Put an element in front of another."""
        items = list(self.node(owner).parts.values())
        items.insert(self.constant_key(given[0], place), given[1])
        return self.renumbered(owner, items, place)

    def list_pop(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return an element, which is taken out."""
        items = list(self.node(owner).parts.values())
        if not items:
            raise UnsupportedSyntax("the list is empty", place, "check its length")
        value = items.pop(self.constant_key(given[0], place) if given else -1)
        if isinstance(value, Leaf):
            value = self.held(value, place)
        self.renumbered(owner, items, place)
        return value

    def list_reverse(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Turn the order around."""
        return self.renumbered(owner, list(self.node(owner).parts.values())[::-1], place)

    def list_sort(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Refuse to sort objects in place: which one has which name is only known then."""
        raise UnsupportedSyntax(
            f"{self.described(owner)} is sorted in place",
            place,
            "make a new list: `qs = sorted(ps, key=lambda p: p.x)`",
        )

    def list_clear(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Take all elements out."""
        return self.renumbered(owner, [], place)

    def list_copy(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return a list of the same elements."""
        return self.new_node(place, list, dict(self.node(owner).parts), "")

    def list_index(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return where an element is."""
        own = [p.known if isinstance(p, Leaf) else UNKNOWN for p in self.node(owner).parts.values()]
        key = self.constant_key(given[0], place)
        if UNKNOWN in own or key not in own:
            raise UnsupportedSyntax("where it is, is only known when it runs", place, "use a loop")
        return Leaf(constant(own.index(key)), own.index(key))

    tuple_index = list_index

    def renumbered(self, owner: Ref, items: list[Value], place: Expression) -> Value:
        """Give a list other elements."""
        node = self.node(owner)
        self.check_writable(owner, node, place)
        if self.loops:
            self.list_append(owner, [NONE], {}, place)
        held = [self.held(v, place) if isinstance(v, Leaf) else v for v in items]
        gone = [k for k in node.parts if k >= len(held)]
        for key, value in enumerate(held):
            self.bind_part(owner, key, value, place)
        self.without(owner, gone)
        return NONE

    def tuple_replace(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return a named tuple with other values for some fields."""
        node = self.node(owner)
        if not named_fields(node.cls) or not words.keys() <= node.parts.keys():
            raise UnsupportedSyntax("there is no such field", place, "name one of its fields")
        return self.new_node(place, node.cls, {**node.parts, **words}, node.title)

    def tuple_asdict(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return a dictionary of the fields."""
        return self.new_node(place, dict, dict(self.node(owner).parts), "")


def unsure(place: Expression) -> UnsupportedSyntax:
    """Return the error for a key that a dictionary only has on some paths."""
    return UnsupportedSyntax(
        "the dictionary has this key on some paths only", place, "bind it on all of them"
    )
