"""Lists of tuples and objects whose length is only known when the function runs.

For each number and array in an element there is a list, and all of them grow, shrink and are
sorted together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.containers.methods import NONE, ContainerMethods
from srcdiff.structures.instances import built
from srcdiff.structures.results import collect
from srcdiff.structures.shapes import ROOT, Shape, common, count, shape_of
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.restarts import MadeOfRows
from srcdiff.structures.state.values import Identity, Leaf, Ref, Rows, Value
from srcdiff.syntax import SEPARATOR, Expression, assign, call, clone, locate, name, tuple_of


class Leave:
    """Where a value is collected: the state that it is in."""

    def __init__(self, frame: Any, place: gast.AST) -> None:
        self.state = frame.state
        self.statement = place


class RowLists(ContainerMethods):
    """Makes and uses lists of elements that consist of the same."""

    def new_rows(self, place: Expression, shape: Shape | None, columns: list[Expression]) -> Ref:
        """Return a new list of elements of a shape, from a list for each of their leaves."""
        parts: dict[Any, Value] = {k: Leaf(tree) for k, tree in enumerate(columns)}
        made = self.new_node(place, Rows, parts, "rows")
        self.state.nodes[made.identity] = replace(self.node(made), element=shape, made_at=id(place))
        return made

    def as_rows(self, tree: Any) -> Value:
        """Return a list that is written out, or a comprehension, as several lists."""
        shape = self.program.row_lists[id(tree)]
        if isinstance(tree, gast.List):
            values = self.elements(tree.elts)
            for value in values:
                shape = self.widened(id(tree), shape, value, tree)
            rows = [self.collected_leaves(v, shape, tree) for v in values]
            total = count(shape) if shape is not None else 0
            columns = [
                locate(gast.List([row[k] for row in rows], gast.Load()), tree) for k in range(total)
            ]
            return self.new_rows(tree, shape, columns)
        return self.as_loop(tree, id(tree))

    def row_shape(self, value: Value, place: gast.AST) -> Shape:
        """Return the shape of an element, which a list of rows has a copy of."""
        return shape_of(self, value, self.state, place, {ROOT: -1})

    def widened(self, place: int, shape: Shape | None, value: Value, tree: Any) -> Shape:
        """Return the shape of all elements of a list, of which a value is one.

        Raises MadeOfRows if that is another one than was thought.
        """
        own = self.row_shape(value, tree)
        found = own if shape is None else common(shape, own, tree)
        if found != self.program.row_lists[place]:
            raise MadeOfRows(place, found)
        return found

    def collected_leaves(
        self, value: Value, shape: Shape | None, place: gast.AST
    ) -> list[Expression]:
        """Return the expressions for the leaves of an element."""
        trees: list[Expression] = []
        assert shape is not None
        collect(self, value, shape, Leave(self, place), trees)
        return trees

    def element(self, owner: Ref, leaves: list[Expression], place: gast.AST) -> Value:
        """Return an element, made of its leaves."""
        return self.only_read(built(self, self.shape_of_rows(owner), leaves, {}, place), owner)

    def only_read(self, value: Value, owner: Ref) -> Value:
        """Return an element of a list of rows; it cannot be changed by itself."""
        if isinstance(value, Ref):
            node = self.node(value)
            if node.is_mutable:
                sources = (*node.sources, owner.identity)
                self.state.nodes[value.identity] = replace(node, sources=sources)
            for part in node.parts.values():
                self.only_read(part, owner)
        return value

    def columns(self, owner: Ref) -> list[Expression]:
        """Return the lists of the leaves."""
        parts = self.node(owner).parts.values()
        return [part.tree for part in parts if isinstance(part, Leaf)]

    def checked_columns(self, owner: Ref, place: Expression) -> list[Expression]:
        """Return the lists of the leaves, of which there is one at least."""
        found = self.columns(owner)
        if not found:
            raise UnsupportedSyntax(
                "what this list holds has no numbers in it", place, "use a list of known length"
            )
        return found

    def shape_of_rows(self, owner: Ref) -> Shape:
        """Return the shape of the elements."""
        found: Shape | None = self.node(owner).element
        assert found is not None
        return found

    def rows_of(self, value: Value) -> Ref | None:
        """Return a value if it is a list of rows."""
        return value if isinstance(value, Ref) and self.node(value).cls is Rows else None

    def rows_item(self, owner: Ref, index: Expression, tree: Expression) -> Value:
        """Return an element by its index."""
        if isinstance(index, gast.Slice):
            columns = [
                locate(gast.Subscript(clone(c), clone(index), gast.Load()), tree)
                for c in self.checked_columns(owner, tree)
            ]
            return self.new_rows(tree, self.shape_of_rows(owner), columns)
        leaves = [
            locate(gast.Subscript(clone(column), clone(index), gast.Load()), tree)
            for column in self.checked_columns(owner, tree)
        ]
        return self.element(owner, leaves, tree)

    def bind_row(self, owner: Ref, index: Expression, value: Value, place: gast.AST) -> None:
        """Bind an element anew."""
        shape = self.shape_of_rows(owner)
        if common(shape, self.row_shape(value, place), place) != shape:
            raise UnsupportedSyntax("this element is of another kind", place, "use one class")
        leaves = self.collected_leaves(value, shape, place)
        held = [self.held_leaf(leaf, place) for leaf in leaves]
        for column, leaf in zip(self.columns(owner), held, strict=True):
            target = gast.Subscript(clone(column), clone(index), gast.Store())
            self.emit(gast.Assign([target], clone(leaf), None), place)
        self.only_read(self.current(value), owner)
        self.has_changed(owner.identity)

    def rows_append(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Add an element."""
        node = self.node(owner)
        if owner.identity[0] in ("in", "global"):
            shape = node.element
            own = self.row_shape(given[0], place)
            if shape is None and owner.identity[0] == "in":
                raise NeedsCaller(
                    "objects are added to a list that is given, of which nothing is known",
                    place,
                    "make the list where objects are added",
                )
            if shape is None or common(shape, own, place) != shape:
                raise UnsupportedSyntax(
                    "this element does not consist of what the list holds", place, "use one class"
                )
        else:
            shape = self.widened(node.made_at, node.element, given[0], place)
        leaves = [self.held_leaf(t, place) for t in self.collected_leaves(given[0], shape, place)]
        for column, leaf in zip(self.columns(owner), leaves, strict=True):
            self.emit(gast.Expr(called(column, "append", clone(leaf))), place)
        self.only_read(self.current(given[0]), owner)  # it is an element now
        return NONE

    def held_leaf(self, tree: Expression, place: Expression) -> Expression:
        """Return an expression that is not changed by what is written before it is used."""
        if isinstance(tree, (gast.Name, gast.Constant)):
            return tree
        return self.leaf(self.held(Leaf(tree), place), place).tree

    def rows_extend(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Add the elements of another list."""
        other = self.rows_of(given[0])
        if other is None:
            for item in self.items_of(given[0], place):
                self.rows_append(owner, [item], {}, place)
            return NONE
        for column, further in zip(self.columns(owner), self.columns(other), strict=True):
            self.emit(gast.Expr(called(column, "extend", clone(further))), place)
        return NONE

    def rows_pop(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return an element, which is taken out."""
        index = [self.leaf(v, place).tree for v in given]
        leaves = []
        for column in self.checked_columns(owner, place):
            title = self.new_name(f"popped{SEPARATOR}value", place)
            self.bound_once.add(title)
            self.emit(assign(title, called(column, "pop", *map(clone, index))), place)
            leaves.append(name(title))
        return self.element(owner, leaves, place)

    def rows_copy(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Return a list of the same elements."""
        columns = [called(column, "copy") for column in self.columns(owner)]
        return self.new_rows(place, self.shape_of_rows(owner), columns)

    def rows_clear(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Take all elements out."""
        for column in self.columns(owner):
            self.emit(gast.Expr(called(column, "clear")), place)
        return NONE

    def rows_reverse(self, owner: Ref, given: Any, words: Any, place: Expression) -> Value:
        """Turn the order around."""
        for column in self.columns(owner):
            self.emit(gast.Expr(called(column, "reverse")), place)
        return NONE

    def rows_from(self, items: list[Value], place: Expression) -> Ref | None:
        """Return a list of rows with the elements of a list that is known; None for leaves.

        Raises UnsupportedSyntax for elements that do not consist of the same.
        """
        if not items or not any(isinstance(item, Ref) for item in items):
            return None
        shape = self.row_shape(items[0], place)
        for item in items[1:]:
            shape = common(shape, self.row_shape(item, place), place)
        leaves = [self.collected_leaves(item, shape, place) for item in items]
        columns = []
        for k in range(count(shape)):
            title = self.new_name(f"column{SEPARATOR}value", place)
            self.bound_once.add(title)
            column = gast.List([clone(row[k]) for row in leaves], gast.Load())
            self.emit(assign(title, column), place)
            columns.append(name(title))
        made = self.new_rows(place, shape, columns)
        own = tuple(dict.fromkeys(i for item in items for i in self.mutable_in(item)))
        self.state.nodes[made.identity] = replace(self.node(made), sources=own)
        return made

    def mutable_in(self, value: Value) -> Iterator[Identity]:
        """Return the objects in an element that can be changed."""
        if isinstance(value, Ref):
            node = self.state.nodes[value.identity]
            if node.is_mutable:
                yield value.identity
            for part in node.parts.values():
                yield from self.mutable_in(part)


def together(names: list[str], columns: list[Expression]) -> tuple[Expression, Expression]:
    """Return target and items of a loop over several lists together."""
    if len(columns) == 1:
        return stored(names[0]), clone(columns[0])
    target = tuple_of([stored(title) for title in names], store=True)
    return target, call("zip", *map(clone, columns))


def stored(title: str) -> Expression:
    """Return a name that is bound."""
    return gast.Name(title, gast.Store(), None, None)


def called(owner: Expression, title: str, *given: Expression) -> Expression:
    """Return the call of a method."""
    return gast.Call(gast.Attribute(clone(owner), title, gast.Load()), list(given), [])
