"""Loops over lists of tuples and objects: over all of their lists together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import gast

from srcdiff.structures.containers.row_lists import stored, together
from srcdiff.structures.containers.row_orders import RowOrders
from srcdiff.structures.instances import built
from srcdiff.structures.state.values import Leaf, Ref, Value
from srcdiff.syntax import SEPARATOR, Expression, call, clone, locate, name, tuple_of

# target and items of a loop, and what makes the value of its variable
Walked: TypeAlias = tuple[Expression, Expression, Callable[[], Value]]


class RowLoops(RowOrders):
    """Finds out what loops over lists of rows go over."""

    def walked(self, tree: Expression) -> Walked | None:
        """Return target, items and value of a loop over rows, None for any other loop."""
        called_name = self.builtin_of(tree)
        if called_name == "enumerate" and tree.args:
            found = self.walked(tree.args[0])
            if found is None:
                return None
            title = self.new_name(f"row{SEPARATOR}index", tree)
            further = [self.tree(a) for a in tree.args[1:]]
            words = [gast.keyword(w.arg, self.tree(w.value)) for w in tree.keywords]
            items = gast.Call(clone(tree.func), [found[1], *further], words)
            target = tuple_of([stored(title), found[0]], store=True)
            inner = found[2]
            return (
                target,
                locate(items, tree),
                lambda: self.pair(tree, [Leaf(name(title)), inner()]),
            )
        if called_name == "zip":
            return self.walked_together(tree)
        if called_name == "reversed" and tree.args:
            found = self.walked(tree.args[0])
            if found is None:
                return None
            owner = self.rows_of(self.value(tree.args[0]))
            if owner is None:
                return None
            columns = [call("reversed", clone(c)) for c in self.checked_columns(owner, tree)]
            return self.of_columns(owner, columns, tree)
        value, _ = self.trial(lambda: self.value(tree))
        if not isinstance(value, Ref) or self.rows_of_trial(tree) is None:
            return None
        owner = self.rows_of(self.value(tree))
        assert owner is not None
        return self.of_columns(owner, self.checked_columns(owner, tree), tree)

    def rows_of_trial(self, tree: Expression) -> Ref | None:
        """Return a list of rows that an expression is, or would be."""
        found, _ = self.trial(lambda: (v := self.value(tree)) and self.rows_of(v))
        return found if isinstance(found, Ref) else None

    def walked_together(self, tree: gast.Call) -> Walked | None:
        """Return target, items and value of a loop over `zip` of rows and others."""
        if not any(self.rows_of_trial(a) is not None for a in tree.args):
            return None
        targets, items, values = [], [], []
        for argument in tree.args:
            found = self.walked(argument)
            if found is None:
                title = self.new_name(f"row{SEPARATOR}item", tree)
                found = (stored(title), self.tree(argument), lambda own=title: Leaf(name(own)))
            targets.append(found[0])
            items.append(found[1])
            values.append(found[2])
        new = locate(gast.Call(clone(tree.func), items, []), tree)
        whole = tuple_of(targets, store=True)
        return whole, new, lambda: self.pair(tree, [make() for make in values])

    def of_columns(self, owner: Ref, columns: list[Expression], tree: Expression) -> Walked:
        """Return target, items and value of a loop over some columns."""
        names = [self.new_name(f"row{SEPARATOR}{k}_", tree) for k in range(len(columns))]
        target, items = together(names, columns)
        shape = self.shape_of_rows(owner)

        def make() -> Value:
            return self.only_read(built(self, shape, [name(t) for t in names], {}, tree), owner)

        return target, locate(items, tree), make
