"""Comparisons, and whether values count as true, where that follows from the text."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.expressions.special_methods import TRUTHS, SpecialMethods
from srcdiff.structures.state.values import (
    UNKNOWN,
    Choice,
    Closure,
    Known,
    Leaf,
    Method,
    Ref,
    Rows,
    Value,
)
from srcdiff.syntax import Expression, call, clone, constant, locate, tuple_of

OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    gast.Add: operator.add,
    gast.Sub: operator.sub,
    gast.Mult: operator.mul,
    gast.FloorDiv: operator.floordiv,
    gast.Mod: operator.mod,
    gast.Eq: operator.eq,
    gast.NotEq: operator.ne,
    gast.Lt: operator.lt,
    gast.LtE: operator.le,
    gast.Gt: operator.gt,
    gast.GtE: operator.ge,
    gast.Is: lambda a, b: a is b,
    gast.IsNot: lambda a, b: a is not b,
    gast.In: lambda a, b: a in b,
    gast.NotIn: lambda a, b: a not in b,
}


class Comparisons(SpecialMethods):
    """Finds out what comparisons give."""

    def value_of_compare(self, tree: gast.Compare) -> Value:
        """Return what comparisons give."""
        values = self.several([tree.left, *tree.comparators])
        if len(tree.ops) == 1 and any(isinstance(v, Choice) for v in values):
            return self.compared_choice(tree, values[0], values[1])
        if len(tree.ops) == 1:
            asked = self.asked_for_none(tree, values[0], values[1])
            if asked is not None:
                return asked
            found = self.decided(tree.ops[0], values[0], values[1])
            if found is not None:
                return Leaf(locate(constant(found), tree), found)
            called = self.compared_by_method(tree, values[0], values[1])
            if called is not None:
                return called
        trees = [self.leaf(v, tree).tree for v in values]
        new = gast.Compare(trees[0], tree.ops, trees[1:])
        return Leaf(gast.copy_location(new, tree))

    def compared_by_method(self, tree: gast.Compare, left: Value, right: Value) -> Value | None:
        """Return what the method of an object gives for a comparison, None if it has none.

        Without `__ne__` the opposite of `__eq__` is taken.
        """
        (op,) = tree.ops
        if isinstance(op, (gast.In, gast.NotIn)):
            found = self.is_contained(right, left, tree) if isinstance(right, Ref) else None
        else:
            found = self.by_method(op, left, right, tree)
        if found is None and isinstance(op, gast.NotEq):
            found = self.by_method(gast.Eq(), left, right, tree)
        elif not isinstance(op, gast.NotIn):
            return found
        return None if found is None else self.opposite(found, tree)

    def opposite(self, value: Value, place: Expression) -> Leaf:
        """Return whether a value counts as false."""
        known = self.truth(value)
        if known is not None:
            return Leaf(locate(constant(not known), place), not known)
        return Leaf(locate(gast.UnaryOp(gast.Not(), self.tested(value, place).tree), place))

    def may_be_none(self, value: Ref) -> bool:
        """Return True if there may be None instead of a node."""
        return self.state.nodes[value.identity].absent is not None

    def asked_for_none(self, tree: gast.Compare, left: Value, right: Value) -> Leaf | None:
        """Return whether there is None instead of a node, None for other comparisons."""
        owner, other = (left, right) if isinstance(left, Ref) else (right, left)
        is_none = isinstance(other, Leaf) and other.known is None
        if not isinstance(owner, Ref) or not is_none or not self.may_be_none(owner):
            return None
        is_same = isinstance(tree.ops[0], (gast.Is, gast.Eq))
        if not is_same and not isinstance(tree.ops[0], (gast.IsNot, gast.NotEq)):
            return None
        return self.presence(owner, not is_same, tree)

    def presence(self, owner: Ref, is_there: bool, place: gast.AST) -> Leaf:
        """Return whether there is a node, or None instead of it."""
        node = self.state.nodes[owner.identity]
        op = gast.IsNot() if is_there else gast.Is()
        part = self.leaf(node.parts[node.absent], place)
        return Leaf(locate(gast.Compare(clone(part.tree), [op], [constant(None)]), place))

    def tested(self, value: Value, place: gast.AST) -> Leaf:
        """Return what a condition is as a leaf."""
        if isinstance(value, Ref) and self.may_be_none(value):
            return self.presence(value, True, place)
        if isinstance(value, Ref) and self.node(value).cls is Rows:
            columns = [p for p in self.node(value).parts.values() if isinstance(p, Leaf)]
            if columns:
                length = call("len", clone(columns[0].tree))
                return Leaf(locate(gast.Compare(length, [gast.Gt()], [constant(0)]), place))
        asked = self.asked_for_truth(value, place) if isinstance(value, Ref) else None
        return self.leaf(asked if asked is not None else value, place)

    def compared_choice(self, tree: gast.Compare, left: Value, right: Value) -> Value:
        """Return what a comparison with one of several texts gives, for each index."""
        choice = left if isinstance(left, Choice) else right
        assert isinstance(choice, Choice)
        answers = [
            self.decided(
                tree.ops[0],
                option if choice is left else left,
                option if choice is right else right,
            )
            for option in choice.options
        ]
        if None in answers:
            raise UnsupportedSyntax("this comparison is not supported", tree, "compare texts")
        if len(set(answers)) == 1:
            return Leaf(locate(constant(answers[0]), tree), answers[0])
        parts = tuple_of([constant(answer) for answer in answers])
        return Leaf(locate(gast.Subscript(parts, clone(choice.index), gast.Load()), tree))

    def decided(self, op: gast.AST, left: Value, right: Value) -> bool | None:
        """Return what a comparison gives, None if that is only known when the function runs."""
        kind = type(op)
        if isinstance(op, (gast.Is, gast.IsNot)):
            same = self.identical(left, right)
            return None if same is None else same == isinstance(op, gast.Is)
        if isinstance(op, (gast.In, gast.NotIn)) and isinstance(right, Ref):
            node = self.node(right)
            left = self.as_key(left)
            if issubclass(node.cls, dict) and isinstance(left, Leaf) and left.known is not UNKNOWN:
                if not node.is_whole and left.known in node.parts:
                    return None
                return (left.known in node.parts) == isinstance(op, gast.In)
            if node.is_sequence and isinstance(left, Leaf) and left.known is not UNKNOWN:
                own = [p.known if isinstance(p, Leaf) else UNKNOWN for p in node.parts.values()]
                if UNKNOWN not in own:
                    return (left.known in own) == isinstance(op, gast.In)
            return None
        a, b = constant_of(left), constant_of(right)
        if a is UNKNOWN or b is UNKNOWN or (isinstance(a, float) or isinstance(b, float)):
            return None
        found = evaluated(kind, a, b)
        return bool(found) if found is not UNKNOWN else None

    def as_key(self, value: Value) -> Value:
        """Return a tuple of texts and literals, or an object of the program, as a leaf."""
        if isinstance(value, Known):
            return Leaf(constant(None), value.value)
        if not isinstance(value, Ref) or self.node(value).cls is not tuple:
            return value
        parts = [self.as_key(p) for p in self.node(value).parts.values()]
        known = tuple(p.known if isinstance(p, Leaf) else UNKNOWN for p in parts)
        return value if UNKNOWN in known else Leaf(constant(None), known)

    def identical(self, left: Value, right: Value) -> bool | None:
        """Return True if two values are the same object, None if that is not known."""
        if isinstance(left, Ref) and isinstance(right, Ref):
            if any(self.state.nodes[r.identity].sources for r in (left, right)):
                return None
            return left.identity == right.identity
        if any(isinstance(v, Ref) and self.may_be_none(v) for v in (left, right)):
            return None
        has_parts = (Ref, Known, Method, Closure)
        if isinstance(left, has_parts) != isinstance(right, has_parts):
            other = right if isinstance(left, has_parts) else left
            return False if isinstance(other, Leaf) and other.known is None else None
        a, b = constant_of(left), constant_of(right)
        return a is b if a is not UNKNOWN and b is not UNKNOWN else None

    def truth(self, value: Value) -> bool | None:
        """Return whether a value counts as true, None if that is only known when it runs."""
        if isinstance(value, Leaf):
            simple = value.known is None or isinstance(value.known, (int, str))
            return bool(value.known) if simple and value.known is not UNKNOWN else None
        if isinstance(value, Ref):
            node = self.state.nodes[value.identity]
            if issubclass(node.cls, dict) or node.is_sequence:
                known = node.is_whole and not (node.parts and self.may_be_none(value))
                return bool(node.parts) if known else None
            if self.may_be_none(value):
                return None
            asked = any(self.special_method(value, title) for title in TRUTHS)
            return None if asked or not is_object_class(node.cls) else True
        if isinstance(value, Known):
            try:
                return bool(value.value)
            except Exception:  # of an object that raises whatever it is asked
                return None
        return True if isinstance(value, (Method, Closure)) else None


def is_object_class(cls: type) -> bool:
    """Return True if the objects of a class are no containers."""
    return cls.__module__ != Rows.__module__


def constant_of(value: Value) -> Any:
    """Return what is known of a value."""
    if isinstance(value, Leaf):
        return value.known
    return value.value if isinstance(value, Known) else UNKNOWN


def evaluated(kind: type, a: Any, b: Any) -> Any:
    """Return what an operator gives for constants, UNKNOWN if that is no constant.

    >>> evaluated(gast.Add, 2, 3), evaluated(gast.Add, 2, "a") is UNKNOWN
    (5, True)
    """
    if kind not in OPERATORS:
        return UNKNOWN
    try:
        return OPERATORS[kind](a, b)
    except Exception:  # of the user's program, which raises it when it runs
        return UNKNOWN
