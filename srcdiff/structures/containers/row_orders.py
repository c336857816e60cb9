"""The order of lists of tuples and objects."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.containers.methods import NONE
from srcdiff.structures.containers.row_lists import RowLists, stored, together
from srcdiff.structures.state.values import Leaf, Ref, Value
from srcdiff.syntax import SEPARATOR, Expression, assign, call, clone, constant, name


class RowOrders(RowLists):
    """Sorts lists of rows."""

    def rows_sort(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Bring the elements into rising order."""
        order = self.order(owner, words, place)
        for column in self.columns(owner):
            if not isinstance(column, gast.Name):
                raise UnsupportedSyntax("this list has no name", place, "use `sorted`")
            self.emit(assign(column.id, in_order(column, order)), place)
        return NONE

    def sorted_rows(self, owner: Ref, words: dict[str, Value], place: Expression) -> Ref:
        """Return a list of the elements in rising order."""
        order = self.order(owner, words, place)
        columns = []
        for column in self.checked_columns(owner, place):
            title = self.new_name(f"sorted{SEPARATOR}value", place)
            self.bound_once.add(title)
            self.emit(assign(title, in_order(column, order)), place)
            columns.append(name(title))
        return self.new_rows(place, self.shape_of_rows(owner), columns)

    def order(self, owner: Ref, words: dict[str, Value], place: Expression) -> str:
        """Write the indices of the elements in rising order, equal ones as they are."""
        reverse = words.get("reverse")
        falls = self.truth(reverse) if reverse is not None else False
        key = words.get("key")
        if falls is None or words.keys() - {"reverse", "key"}:
            raise UnsupportedSyntax("this order is not supported", place, "use `reverse=True`")
        keys = self.keys(owner, key, place)
        title = self.temporary_name("order", place)
        for number, column in enumerate(reversed(keys)):
            array: Expression = call("np.asarray", clone(column))
            if falls:
                array = backwards(array)
            if number:
                array = gast.Subscript(array, name(title), gast.Load())
            order: Expression = call("np.argsort", array)
            order.keywords = [gast.keyword("kind", constant("mergesort"))]
            if number:
                order = gast.Subscript(name(title), order, gast.Load())
            self.emit(assign(title, order), place)
        if falls:
            last = gast.BinOp(call("len", clone(keys[0])), gast.Sub(), constant(1))
            back = gast.BinOp(last, gast.Sub(), backwards(name(title)))
            self.emit(assign(title, back), place)
        self.state.names[title] = Leaf(name(title))
        self.import_numpy()
        return title

    def import_numpy(self) -> None:
        """Have `np` mean NumPy."""
        if self.namespace.get("np") is not np:
            self.namespace["np"] = np

    def keys(self, owner: Ref, key: Value | None, place: Expression) -> list[Expression]:
        """Return the lists by which elements are compared, the first one first."""
        columns = self.checked_columns(owner, place)
        if key is None or (isinstance(key, Leaf) and key.known is None):
            return columns
        names = [self.new_name(f"row{SEPARATOR}{k}_", place) for k in range(len(columns))]
        self.bound_once.update(names)
        value, written = self.trial(lambda: self.key_of(owner, key, names, place))
        if written:
            raise UnsupportedSyntax("this key is not supported", place, "use an expression")
        value = self.key_of(owner, key, names, place)
        parts = value.tree.elts if isinstance(value.tree, gast.Tuple) else [value.tree]
        found = []
        for part in parts:
            title = self.new_name(f"key{SEPARATOR}value", place)
            target, items = together(names, columns)
            generator = gast.comprehension(target, items, [], 0)
            self.emit(assign(title, gast.ListComp(clone(part), [generator])), place)
            self.bound_once.add(title)
            found.append(name(title))
        return found

    def key_of(self, owner: Ref, key: Value, names: list[str], place: Expression) -> Leaf:
        """Return what a key gives for an element."""
        element = self.element(owner, [name(t) for t in names], place)
        return self.leaf(self.call_value(key, [element], {}, place), place)


def in_order(column: Expression, order: str) -> Expression:
    """Return the elements of a list in an order."""
    title = f"{order}{SEPARATOR}place"
    element = gast.Subscript(clone(column), name(title), gast.Load())
    return gast.ListComp(element, [gast.comprehension(stored(title), name(order), [], 0)])


def backwards(tree: Expression) -> Expression:
    """Return an array in the opposite order."""
    step = gast.UnaryOp(gast.USub(), constant(1))
    return gast.Subscript(tree, gast.Slice(None, None, step), gast.Load())
