"""Find out what expressions are, and write those of leaves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import gast

from srcdiff.analyse.types.words import text
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.functions.scopes import COMPREHENSIONS, bound_names
from srcdiff.structures.labels import AsWritten
from srcdiff.structures.state.interpreter import Interpreter
from srcdiff.structures.state.restarts import WrittenOut
from srcdiff.structures.state.values import (
    UNKNOWN,
    Ambiguous,
    BuiltinMethod,
    Closure,
    Known,
    Leaf,
    Method,
    Parent,
    Ref,
    Rows,
    Value,
)
from srcdiff.structures.surroundings import reading_of_name
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    assign,
    clone,
    dotted,
    locate,
    name,
    rebuild,
    signed,
)

WORDS = {dict: "dictionary", OrderedDict: "dictionary", Rows: "list", list: "list", tuple: "tuple"}


class UnknownKey(UnsupportedSyntax):
    """A key, or an index, that is only known when the function runs."""


class Expressions(Interpreter):
    """Finds out what expressions are."""

    def value(self, tree: Expression) -> Value:
        """Return what an expression is; statements that it needs are written."""
        kind = type(tree).__name__
        method = getattr(self, f"value_of_{kind.lower()}", None)
        if method is not None:
            found: Value = method(tree)
            return found
        if isinstance(tree, COMPREHENSIONS):
            return self.comprehension(tree)
        return self.with_leaves(tree)

    def with_leaves(self, tree: Expression) -> Leaf:
        """Return an expression with what its operands are instead of them."""
        operands: list[Expression] = []

        def note(part: Expression) -> Expression:
            operands.append(part)
            return part

        rebuild(tree, note)
        new = iter(self.trees([o for o in operands if is_expression(o)]))
        return Leaf(rebuild(tree, lambda p: next(new) if is_expression(p) else p))

    def trees(self, trees: Sequence[Expression]) -> list[Expression]:
        """Return expressions for what some operands are, which are evaluated in their order."""
        found = self.several(trees)
        return [self.leaf(v, t).tree for v, t in zip(found, trees, strict=True)]

    def several(self, trees: Sequence[Expression]) -> list[Value]:
        """Return what some operands are, which are evaluated in their order.

        What is written for a later one does not change the earlier ones.
        """
        found: list[Value] = []
        pins = self.pins
        for tree in trees:
            before = len(self.block)
            value = self.value(tree)
            if len(self.block) > before:
                written = self.block[before:]
                del self.block[before:]
                found = [self.held(v, t) for v, t in zip(found, trees, strict=False)]
                self.block += written
            found = [self.pinned(v, pins + k) for k, v in enumerate(found)]
            self.pin(value)
            found.append(value)
        self.unpin(pins)
        return found

    def pinned(self, value: Value, number: int) -> Value:
        """Return a value that was kept; a node may have become another one."""
        if isinstance(value, Leaf):
            return value
        return self.current(self.state.names.get(f"pin{SEPARATOR}{number}", value))

    def held(self, value: Value, place: Expression) -> Value:
        """Return a value that stays what it is."""
        if isinstance(value, Ref) and value.identity in self.temporary:
            self.settle(value, self.new_name(f"held{SEPARATOR}object", place), place)
            self.temporary.add(value.identity)
            return value
        if not isinstance(value, Leaf) or self.is_stable(value.tree):
            return value
        if isinstance(value.tree, (gast.Lambda, gast.Starred)) or isinstance(place, gast.Starred):
            return value
        if has_no_value(value.tree):
            parts = rebuild(value.tree, lambda part: self.held_part(part, place))
            return replace(value, tree=parts)
        title = self.new_name(f"held{SEPARATOR}value", place)
        self.emit(assign(title, value.tree), place)
        self.bound_once.add(title)
        return Leaf(name(title), value.known, value.origin, value.count)

    def held_part(self, part: gast.AST, place: Expression) -> gast.AST:
        """Return a part of a subscript that stays what it is."""
        return self.leaf(self.held(Leaf(part), place), place).tree if is_expression(part) else part

    def held_before(
        self, start: int, value: Value, place: Expression, others: Sequence[gast.AST] = ()
    ) -> Value:
        """Return a value as it is before what the block has from `start` on, and some others.

        A name, or an attribute of one, stays as it is where nothing there binds the name.
        """
        written = self.block[start:]
        around = [*written, *others]
        title = dotted(value.tree).split(".")[0] if isinstance(value, Leaf) else ""
        if not around or (title and title not in bound_names(around)):
            return value
        del self.block[start:]
        found = self.held(value, place)
        self.block += written
        return found

    def tree(self, tree: Expression) -> Expression:
        """Return the expression for what is a leaf."""
        return self.leaf(self.value(tree), tree).tree

    def leaf(self, value: Value, place: Expression) -> Leaf:
        """Return a value as a leaf.

        Raises UnsupportedSyntax for one that has to be known here.
        """
        match value:
            case Leaf():
                return value
            case Known():
                return self.known_leaf(value, place)
            case Ref() if self.node(value).is_sequence:
                node = self.node(value)
                self.check_whole(value, place)
                parts = [self.leaf(part, place).tree for part in node.parts.values()]
                new = gast.List if node.cls is list else gast.Tuple
                return Leaf(locate(new([clone(part) for part in parts], gast.Load()), place))
            case Ambiguous():
                raise UnsupportedSyntax(value.reason, place, "use two names")
            case Method() | Closure():
                return Leaf(self.callable_leaf(value, place))
        raise UnsupportedSyntax(
            f"{self.described(value)} is used as a whole", place, "use its parts"
        )

    def known_leaf(self, value: Known, place: Expression) -> Leaf:
        """Return the expression for an object of the program."""
        if isinstance(value.value, slice):
            return Leaf(locate(slice_of(value.value), place))
        first = dotted(place).split(".")[0]
        if first and first not in self.local and first in self.namespace:
            return Leaf(clone(place))
        title = getattr(value.value, "__name__", type(value.value).__name__)
        wanted = "".join(c if c.isalnum() else "_" for c in str(title))
        return Leaf(locate(self.name_of(value.value, wanted), place))

    def constant_key(self, value: Value, place: Expression) -> Any:
        """Return a key that follows from the text.

        Raises UnknownKey for one that is only known when the function runs.
        """
        if isinstance(value, Leaf) and value.known is not UNKNOWN:
            return value.known
        if isinstance(value, Known):
            return value.value
        if isinstance(value, Ref) and self.node(value).cls is tuple:
            return tuple(self.constant_key(p, place) for p in self.node(value).parts.values())
        loop = next((r for r in reversed(self.ranges) if r is not None), None)
        if loop is not None and id(loop) not in self.program.written_out:
            raise WrittenOut(loop)
        raise UnknownKey(
            "which part is meant is only known when the function runs",
            place,
            "use constant keys, or a loop over the items",
        )

    def temporary_name(self, word: str, place: gast.AST) -> str:
        """Return the name of a variable that is bound on several paths."""
        title = self.new_name(f"{word}{SEPARATOR}value", place)
        self.local.add(title)
        self.slots.add(title)
        return title

    def described(self, value: Value) -> str:
        """Return what a value is called in errors."""
        if isinstance(value, Ref):
            node = self.node(value)
            shown = AsWritten(self.state.nodes).node(value.identity)
            kind = WORDS.get(node.cls, node.cls.__name__)
            return f"`{shown}`, {text(kind)}," if shown else text(kind)
        if isinstance(value, BuiltinMethod):
            return f"the method `{value.title}`"
        return "`super()`" if isinstance(value, Parent) else "this"

    def value_of_name(self, tree: gast.Name) -> Value:
        """Return what a name stands for."""
        if tree.id in self.state.names:
            found = self.state.names[tree.id]
            if isinstance(found, Leaf):
                return replace(found, tree=locate(clone(found.tree), tree))
            self.touched = self.touched or not isinstance(found, Closure)
            return found
        if tree.id in self.local or tree.id not in self.namespace:
            return Leaf(clone(tree))
        found = self.namespace[tree.id]
        self.program.note(reading_of_name(self.source.function, tree.id, found))
        return self.known(found, tree)

    def check_whole(self, owner: Ref, place: Expression) -> None:
        """Refuse a list or tuple whose length is another one on another path."""
        node = self.node(owner)
        if node.is_sequence and not node.is_whole:
            raise UnsupportedSyntax(
                f"{self.described(owner)} has another length on another path",
                place,
                "make it of one length on all paths",
            )

    def value_of_constant(self, tree: gast.Constant) -> Value:
        """Return what a literal is."""
        return Leaf(clone(tree), tree.value)


def has_no_value(tree: Expression) -> bool:
    """Return True for what only a subscript can be: slices, and tuples with slices, None or `...`.

    >>> from srcdiff.syntax import expression
    >>> [has_no_value(expression(f"x[{text}]").slice) for text in ("i:", "i, None", "i, j", "i")]
    [True, True, False, False]
    """
    if not isinstance(tree, gast.Tuple):
        return isinstance(tree, gast.Slice)
    return any(has_no_value(e) or getattr(e, "value", 0) in (None, ...) for e in tree.elts)


def is_expression(node: gast.AST) -> bool:
    """Return True if a node is an operand; keywords have one in them."""
    return isinstance(node, (gast.expr, gast.keyword, gast.Slice))


def slice_of(value: slice) -> Expression:
    """Return the expression of a slice.

    >>> from srcdiff.syntax import unparse
    >>> unparse(gast.Subscript(name("x"), slice_of(slice(2, None)), gast.Load()))
    'x[2:]'
    """
    ends = (value.start, value.stop, value.step)
    return gast.Slice(*(None if e is None else signed(e) for e in ends))
