"""What loops and comprehensions go over, where that is known."""

from __future__ import annotations

import builtins
from enum import EnumMeta
from typing import Any

import gast

from srcdiff.errors import SrcdiffError, UnsupportedSyntax
from srcdiff.structures.containers.literals import (
    any_starred,
    is_display,
    is_empty,
    is_literal,
    is_text_tuple,
    literal,
)
from srcdiff.structures.expressions.targets import Targets, items_called
from srcdiff.structures.state.values import UNKNOWN, BuiltinMethod, Known, Leaf, Ref, Value
from srcdiff.syntax import (
    Expression,
    constant,
    locate,
    statements,
    subscript,
    walk,
)

VIEWS = ("items", "keys", "values")


class Items(Targets):
    """Finds out what loops go over."""

    def items_of(self, value: Value, place: Expression) -> list[Value]:
        """Return what a loop over a value with parts goes over."""
        found = self.known_items(value)
        if found is None:
            raise UnsupportedSyntax(
                "what this consists of is only known when the function runs", place, "use a list"
            )
        return found

    def known_items(self, value: Value) -> list[Value] | None:
        """Return what a loop over a value goes over, None if that is not known."""
        if isinstance(value, Ref):
            node = self.node(value)
            if not node.is_whole:
                return None
            if issubclass(node.cls, dict):
                return [self.key_value(k) for k in node.parts]
            return list(node.parts.values()) if node.is_sequence else None
        if isinstance(value, Leaf) and isinstance(value.known, (str, tuple)):
            return [Leaf(constant(k), k) for k in value.known]
        return [] if isinstance(value, Leaf) and is_empty(value) else None

    def key_value(self, key: Any) -> Value:
        """Return a key as a value."""
        if isinstance(key, tuple):
            tree = gast.Tuple([constant(k) for k in key], gast.Load())
            return Leaf(tree, key)
        is_plain = isinstance(key, (str, int, float, bool, type(None)))
        return Leaf(constant(key), key) if is_plain else Known(key)

    def iterated(self, tree: Expression, loop: gast.AST | None = None) -> list[Value] | None:
        """Return what a loop goes over, None where that is only known when it runs.

        Ranges are taken for known where `loop` has to be written out.
        """
        found, _ = self.trial(lambda: self.iterated_now(tree, loop))
        return None if found is None else self.iterated_now(tree, loop)

    def iterated_now(self, tree: Expression, loop: gast.AST | None) -> list[Value] | None:
        """Return what a loop goes over; what is written for it is needed if that is known."""
        called = self.builtin_of(tree)
        if called in ("enumerate", "zip", "reversed", "list", "tuple", "iter") and tree.args:
            return self.of_call(tree, called, loop)
        if called == "sorted" and len(tree.args) == 1:
            return self.in_known_order(tree, self.iterated(tree.args[0], loop) or [])
        if called == "range":
            return self.range_items(tree, loop)
        if isinstance(tree, gast.Call) and isinstance(tree.func, gast.Attribute):
            found = self.of_view(tree)
            if found is not None:
                return found
        if isinstance(tree, gast.GeneratorExp):
            return self.collected_or_none(tree)
        written = self.items_written(tree, loop)
        if written is not None:
            return written
        value, _ = self.trial(lambda: self.value(tree))
        if isinstance(value, Known) and isinstance(value.value, EnumMeta):
            members: list[Any] = list(value.value)
            return [Known(member) for member in members]
        if isinstance(tree, gast.Subscript) and is_display(value):  # a slice of what is known
            parts = self.leaf(self.value(tree), tree).tree.elts
            return None if any_starred(parts) else [Leaf(part) for part in parts]
        if isinstance(value, Ref) and self.may_have(tree, "__iter__"):
            return self.iterated_now(self.items_called(tree), loop)
        is_known = isinstance(value, Ref) or (
            isinstance(value, Leaf) and (is_text_tuple(value) or is_empty(value))
        )
        return self.known_items(self.value(tree)) if is_known else None

    def may_have(self, tree: Expression, title: str) -> bool:
        """Return True if an expression is an object whose class has a method."""

        def asked() -> bool:
            value = self.value(tree)
            return isinstance(value, Ref) and self.special_method(value, title) is not None

        is_call = isinstance(tree, gast.Call) and not self.builtin_of(tree)
        if not is_call and not isinstance(tree, (gast.Name, gast.Attribute, gast.Subscript)):
            return False
        try:
            found, _ = self.trial(asked)
        except SrcdiffError:
            return False
        return bool(found)

    def items_called(self, tree: Expression) -> Expression:
        """Return the call of the method by which an object is gone over."""
        key = ("items of", id(tree))
        self.program.alive.append(tree)
        found: Expression = self.program.rewritten.setdefault(key, items_called(tree, tree))
        return found

    def in_known_order(self, tree: gast.Call, items: list[Value]) -> list[Value] | None:
        """Return the items of `sorted`; None if their order is only known when it runs."""
        words = {word.arg: word.value for word in tree.keywords}
        if not words.keys() <= {"key", "reverse"}:
            return None
        keys: list[Any] = [self.known_key(item) for item in items]
        if "key" in words:
            called, _ = self.trial(lambda: self.keys_by(words["key"], items, tree))
            keys = called or [UNKNOWN]
        is_down = self.truth(self.value(words["reverse"])) if "reverse" in words else False
        are_alike = all(isinstance(k, str) for k in keys) or all(
            isinstance(k, (int, float)) and k == k for k in keys
        )
        if not are_alike or is_down is None:
            return None
        pairs = [item for item in items if isinstance(item, Ref)]
        if pairs and "key" not in words and len(set(keys)) < len(keys):
            return None  # what follows decides
        places = sorted(range(len(keys)), key=keys.__getitem__, reverse=is_down)
        return [items[k] for k in places] or None

    def keys_by(self, key: Expression, items: list[Value], tree: gast.Call) -> list[Any]:
        """Return what a function gives for some items, UNKNOWN where only the function knows."""
        function = self.value(key)
        found = [self.call_value(function, [item], {}, tree) for item in items]
        return [value.known if isinstance(value, Leaf) else UNKNOWN for value in found]

    def known_key(self, item: Value) -> Any:
        """Return a text or a number, or the first one of a pair; UNKNOWN for anything else."""
        is_pair = isinstance(item, Ref) and self.node(item).is_sequence
        first = self.node(item).parts.get(0) if is_pair and isinstance(item, Ref) else item
        return first.known if isinstance(first, Leaf) else UNKNOWN

    def builtin_of(self, tree: Expression) -> str:
        """Return the name of the builtin function that is called, "" for anything else."""
        if not isinstance(tree, gast.Call) or not isinstance(tree.func, gast.Name):
            return ""
        title = tree.func.id
        if title in self.local or title in self.state.names:
            return ""
        return title if self.namespace.get(title) is getattr(builtins, title, self) else ""

    def range_items(self, tree: gast.Call, loop: gast.AST | None) -> list[Value] | None:
        """Return the numbers of a range, of a loop that has to be written out."""
        if loop is None or id(loop) not in self.program.written_out:
            return None
        values = [self.value(a) for a in tree.args]
        ends: list[Any] = [v.known if isinstance(v, Leaf) else UNKNOWN for v in values]
        if not all(isinstance(end, int) for end in ends):
            return None
        return [Leaf(constant(k), k) for k in range(*ends)]

    def items_written(
        self, tree: Expression, loop: gast.AST | None, is_asked: bool = False
    ) -> list[Value] | None:
        """Return the items of a list that is written out, of a loop that has to be, too.

        With `is_asked`, of any loop.
        """
        if not is_asked and (loop is None or id(loop) not in self.program.written_out):
            return None
        called = self.builtin_of(tree)
        if is_asked and called in ("enumerate", "zip", "reversed") and tree.args:
            return self.items_written(tree.args[0], loop, True)
        if isinstance(tree, (gast.List, gast.Tuple)):
            return None if any_starred(tree.elts) else self.several(tree.elts)
        known = self.local | self.state.names.keys()
        is_global = isinstance(tree, gast.Name) and tree.id not in known
        value = self.namespace.get(tree.id) if is_global else None
        if isinstance(value, (list, tuple)) and all(map(is_literal, value)):
            self.value(tree)
            return [literal(v) for v in value]
        return None

    def of_view(self, tree: gast.Call) -> list[Value] | None:
        """Return the items of a dictionary's `items`, `keys` or `values`."""
        if tree.func.attr not in VIEWS or tree.args:
            return None
        method = self.value(tree.func)
        if not isinstance(method, BuiltinMethod):
            return None
        node = self.node(method.owner)
        if not issubclass(node.cls, dict) or not node.is_whole:
            return None
        if method.title == "keys":
            return [self.key_value(k) for k in node.parts]
        if method.title == "values":
            return list(node.parts.values())
        return [self.pair(tree, [self.key_value(key), part]) for key, part in node.parts.items()]

    def pair(self, place: Expression, parts: list[Value]) -> Value:
        """Return a tuple of values that nothing else refers to."""
        return self.new_node(place, tuple, dict(enumerate(parts)), "")

    def of_call(self, tree: gast.Call, called: str, loop: gast.AST | None) -> list[Value] | None:
        """Return the items of `zip`, `enumerate` and the like."""
        if called == "zip":
            return self.zipped(tree, loop)
        inner = self.iterated(tree.args[0], loop)
        if inner is None:
            return None
        if called == "reversed":
            return inner[::-1]
        if called in ("list", "tuple", "iter"):
            return inner
        start: Any = 0
        further = [*tree.args[1:], *(w.value for w in tree.keywords)]
        if further:
            start = self.constant_key(self.value(further[0]), further[0])
        return [
            self.pair(tree, [Leaf(constant(k + start), k + start), value])
            for k, value in enumerate(inner)
        ]

    def zipped(self, tree: gast.Call, loop: gast.AST | None) -> list[Value] | None:
        """Return the items of `zip`; arrays among them are subscripted.

        Arrays that are shorter than what is known end the loop in Python; here they are refused
        when it runs.
        """
        columns: list[list[Value] | None] = []
        for part in tree.args:
            columns.append(self.iterated(part, loop))
        lengths = [len(c) for c in columns if c is not None]
        if not lengths:
            return None
        count = min(lengths)
        full: list[list[Value]] = []
        for column, part in zip(columns, tree.args, strict=True):
            full.append(column if column is not None else self.column(part, count))
        return [self.pair(tree, [column[k] for column in full]) for k in range(count)]

    def column(self, tree: Expression, count: int) -> list[Value]:
        """Return the first elements of an array or list that stays one."""
        if self.builtin_of(tree) == "range":
            values = [self.value(a) for a in tree.args]
            found: list[Any] = [v.known if isinstance(v, Leaf) else UNKNOWN for v in values]
            if all(isinstance(f, int) for f in found):
                return [Leaf(constant(k), k) for k in range(*found)]
            raise UnsupportedSyntax(
                "how long this range is, is only known when the function runs",
                tree,
                "use `enumerate`",
            )
        value = self.leaf(self.value(tree), tree)
        if not isinstance(value.tree, gast.Name):
            title = self.temporary_name("column", tree)
            self.bind(title, value, tree)
            value = self.leaf(self.state.names[title], tree)
        title = value.tree.id
        self.check_length(title, count, tree)
        return [Leaf(locate(subscript(title, constant(k)), tree)) for k in range(count)]

    def check_length(self, title: str, count: int, place: Expression) -> None:
        """Have an error raised where an array is shorter than what it is zipped with."""
        text = (
            f"if len(x) < {count}:\n    raise ValueError("
            f"'this has fewer elements than what it goes together with in a loop that is written '"
            f"'out: leave out the rest of that')"
        )
        check = statements(text)[0]
        check.test.left.args[0].id = title
        for node in walk(check):
            gast.copy_location(node, place)
        self.emit(check, place)
