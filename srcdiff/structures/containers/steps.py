"""The items of loops that are written out, as they are when their iterations begin."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.containers.items import VIEWS, Items
from srcdiff.structures.state.values import Leaf, Ref, Value
from srcdiff.syntax import Expression, constant

Step: TypeAlias = Callable[[], Value]


class Steps(Items):
    """Gives the items of loops that are written out."""

    def steps(self, tree: Expression, loop: gast.AST) -> list[Step] | None:
        """Return what gives the item of each iteration when it begins, None if that is not known.

        Lists and dictionaries are looked at then; what is made for the loop keeps its values.
        """
        found, _ = self.trial(lambda: self.steps_now(tree, loop))
        return None if found is None else self.steps_now(tree, loop)

    def steps_now(self, tree: Expression, loop: gast.AST) -> list[Step] | None:
        """Return what gives the items; what is written for it is needed if they are known."""
        called = self.builtin_of(tree)
        if called == "zip" and tree.args:
            return self.zipped_steps(tree, loop)
        if called in ("enumerate", "reversed") and tree.args:
            inner = self.steps(tree.args[0], loop)
            if inner is None or called == "reversed":
                return inner[::-1] if inner is not None else None
            further = [*tree.args[1:], *(w.value for w in tree.keywords)]
            start = self.constant_key(self.value(further[0]), further[0]) if further else 0
            return [self.numbered(tree, k + start, step) for k, step in enumerate(inner)]
        is_view = isinstance(tree, gast.Call) and getattr(tree.func, "attr", "") in VIEWS
        if is_view or isinstance(tree, (gast.Name, gast.Attribute, gast.Subscript)):
            found = self.live_steps(tree)
            if found is not None:
                return found
        items = self.iterated(tree, loop)
        if items is None:
            return None
        held = [self.held(item, tree) for item in items]
        for item in held:
            self.pin(item)
        first = self.pins - len(held)
        return [partial(self.pinned, v, first + k) for k, v in enumerate(held)]

    def numbered(self, tree: Expression, number: int, step: Step) -> Step:
        """Return what gives a pair of a number and an item."""
        return lambda: self.pair(tree, [Leaf(constant(number), number), step()])

    def zipped_steps(self, tree: gast.Call, loop: gast.AST) -> list[Step] | None:
        """Return what gives the items of `zip`; arrays among them are subscripted."""
        columns = [self.steps(part, loop) for part in tree.args]
        lengths = [len(c) for c in columns if c is not None]
        if not lengths:
            return None
        count = min(lengths)
        full: list[list[Step]] = []
        for column, part in zip(columns, tree.args, strict=True):
            if column is None:
                column = [partial(same, v) for v in self.column(part, count)]
            full.append(column)

        def item(k: int) -> Value:
            return self.pair(tree, [column[k]() for column in full])

        return [partial(item, k) for k in range(count)]

    def live_steps(self, tree: Expression) -> list[Step] | None:
        """Return what gives the items of a list or dictionary as they are when they are needed."""
        view = "keys"
        owner_tree = tree
        if isinstance(tree, gast.Call):
            view, owner_tree = tree.func.attr, tree.func.value
        value, _ = self.trial(lambda: self.value(owner_tree))
        if not isinstance(value, Ref):
            return None
        node = self.node(value) if value.identity in self.state.nodes else None
        value = self.value(owner_tree)
        assert isinstance(value, Ref)
        node = self.node(value)
        is_dict = issubclass(node.cls, dict)
        if not node.is_whole or not (is_dict or (node.is_sequence and owner_tree is tree)):
            return None
        self.pin(value)
        number, keys = self.pins - 1, list(node.parts)

        def step(k: int) -> Value:
            owner = self.pinned(value, number)
            assert isinstance(owner, Ref)
            now = self.node(owner)
            if list(now.parts) != keys or not now.is_whole:
                raise UnsupportedSyntax(
                    f"{self.described(owner)} gets other elements while a loop goes over it",
                    tree,
                    "go over a copy: `list(...)`",
                )
            part = now.parts[keys[k]] if k < len(keys) else Leaf(constant(None), None)
            if not is_dict or view == "values":
                return part
            if view == "keys":
                return self.key_value(keys[k]) if k < len(keys) else part
            return self.pair(tree, [self.key_value(keys[k]), part]) if k < len(keys) else part

        self.last_checks.append(lambda: step(len(keys)))
        return [partial(step, k) for k in range(len(keys))]


def same(value: Value) -> Value:
    """Return a value, of an array or list, which is subscripted already."""
    return value
