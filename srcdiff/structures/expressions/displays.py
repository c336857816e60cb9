"""Tuples, lists and dictionaries that are written out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.expressions.basic import Expressions
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.restarts import OfKnownLength
from srcdiff.structures.state.values import UNKNOWN, Leaf, Ref, Value
from srcdiff.syntax import Expression, is_empty_list


class Displays(Expressions):
    """Finds out what displays are."""

    def value_of_tuple(self, tree: gast.Tuple) -> Value:
        """Return a tuple, or a list."""
        if id(tree) in self.program.row_lists:
            return self.as_rows(tree)
        elements = self.elements(tree.elts)
        if id(tree) in self.program.known_lists:
            return self.new_node(tree, list, dict(enumerate(elements)), "")
        if any(self.has_parts(v) for v in elements):
            cls = tuple if isinstance(tree, gast.Tuple) else list
            return self.new_node(tree, cls, dict(enumerate(elements)), "")
        parts = [self.leaf(v, tree) for v in elements]
        known: Any = UNKNOWN
        if isinstance(tree, gast.Tuple) and all(p.known is not UNKNOWN for p in parts):
            known = tuple(p.known for p in parts)
        new = type(tree)([p.tree for p in parts], gast.Load())
        is_starred = any(isinstance(e, gast.Starred) for e in tree.elts)
        is_own = isinstance(tree, gast.List) and not is_starred
        origin = self.origin_of(tree) if is_own else None
        return Leaf(gast.copy_location(new, tree), known, origin)

    value_of_list = value_of_tuple

    def origin_of(self, tree: Expression) -> int:
        """Return what stands for the place where a list is made."""
        self.program.alive.append(tree)
        if any(
            isinstance(e, gast.Tuple) for e in (*getattr(tree, "elts", ()), getattr(tree, "elt", 0))
        ):
            self.program.tuple_lists.add(id(tree))
        return id(tree)

    def elements(self, trees: Sequence[Expression]) -> list[Value]:
        """Return the elements of a display, with those of what is starred."""
        found: list[Value] = []
        values = self.several([t.value if isinstance(t, gast.Starred) else t for t in trees])
        for tree, value in zip(trees, values, strict=True):
            if not isinstance(tree, gast.Starred):
                found.append(value)
            elif isinstance(value, Ref):
                found += self.items_of(value, tree)
            elif any(isinstance(other, Ref) for other in values) and isinstance(value, Leaf):
                self.check_starred(value, tree)
            else:
                found.append(Leaf(gast.Starred(self.leaf(value, tree).tree, gast.Load())))
        return found

    def check_starred(self, value: Leaf, tree: gast.Starred) -> None:
        """Have a list made as one of known length, whose elements go together with objects.

        Raises OfKnownLength, or NeedsCaller for a list that is given to this function.
        """
        if value.origin is not None and self.is_of_known_length(value.origin):
            raise OfKnownLength(value.origin, True)
        raise NeedsCaller(
            "the number of starred parts is not known here", tree, "write them one by one"
        )

    def is_of_known_length(self, origin: int) -> bool:
        """Return True if the elements of a list can be known here: it does not grow in loops."""
        return not self.loops and origin not in self.program.growing_lists

    def has_parts(self, value: Value) -> bool:
        """Return True if a value, as an element, makes a list or tuple one with known parts."""
        if isinstance(value, Leaf):
            return isinstance(value.known, str)
        return True

    def value_of_dict(self, tree: gast.Dict) -> Value:
        """Return a dictionary."""
        parts: dict[Any, Value] = {}
        keys = [k for k in tree.keys if k is not None]
        values = iter(self.several([*keys, *tree.values]))
        known = iter([self.constant_key(next(values), k) for k in keys])
        for key, part in zip(tree.keys, list(values), strict=True):
            if key is not None:
                parts[next(known)] = part
            else:
                parts.update(self.dictionary(part, tree))
        self.check_empty(list(parts.values()))
        return self.new_node(tree, dict, parts, "")

    def check_empty(self, values: list[Value]) -> None:
        """Have empty lists beside lists of texts or objects made as lists of known length.

        Raises OfKnownLength.
        """
        if not any(isinstance(v, Ref) and self.node(v).cls is list for v in values):
            return
        for value in values:
            if not isinstance(value, Leaf) or value.origin is None:
                continue
            if is_empty_list(value.tree) and self.is_of_known_length(value.origin):
                raise OfKnownLength(value.origin, True)

    def dictionary(self, value: Value, place: Expression) -> dict[Any, Value]:
        """Return the parts of a dictionary."""
        if isinstance(value, Ref) and issubclass(self.node(value).cls, dict):
            return dict(self.node(value).parts)
        raise UnsupportedSyntax("this is no dictionary with known keys", place, "write its keys")
