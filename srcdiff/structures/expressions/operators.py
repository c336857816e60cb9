"""Operators: of numbers and arrays, and the methods of classes that they call."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.structures.expressions.comparisons import Comparisons, evaluated
from srcdiff.structures.expressions.special_methods import OPERATORS
from srcdiff.structures.state.values import UNKNOWN, Leaf, Node, Ref, Value
from srcdiff.syntax import Expression, constant, locate


class Operators(Comparisons):
    """Finds out what operators give."""

    def value_of_unaryop(self, tree: gast.UnaryOp) -> Value:
        """Return what an operator makes of its operand."""
        inner = self.value(tree.operand)
        if isinstance(tree.op, gast.Not):
            found = self.truth(inner)
            if found is not None:
                return Leaf(constant(not found), not found)
            inner = self.tested(inner, tree)
        if isinstance(inner, Ref):
            title, _ = OPERATORS.get(type(tree.op), ("", ""))
            method = self.special_method(inner, title)
            if method is not None:
                return self.call_value(method, [], {}, tree)
        operand = self.leaf(inner, tree)
        known = operand.known
        is_number = isinstance(known, (int, float)) and not isinstance(known, bool)
        new = gast.copy_location(gast.UnaryOp(tree.op, operand.tree), tree)
        return Leaf(new, -known if isinstance(tree.op, gast.USub) and is_number else UNKNOWN)

    def value_of_binop(self, tree: gast.BinOp) -> Value:
        """Return what an operator makes of its operands."""
        left, right = self.several([tree.left, tree.right])
        found = self.combined(tree, left, right)
        if found is not None:
            return found
        a, b = self.leaf(left, tree.left), self.leaf(right, tree.right)
        known: Any = UNKNOWN
        simple = (int, str, tuple)
        if isinstance(a.known, simple) and isinstance(b.known, simple):
            known = evaluated(type(tree.op), a.known, b.known)
        if isinstance(known, str):
            return Leaf(locate(constant(known), tree), known)
        return Leaf(gast.copy_location(gast.BinOp(a.tree, tree.op, b.tree), tree), known)

    def combined(self, tree: gast.BinOp, left: Value, right: Value) -> Value | None:
        """Return what an operator makes of values with parts, None for leaves."""
        first, second = (self.node(v) if isinstance(v, Ref) else None for v in (left, right))
        called = self.by_method(tree.op, left, right, tree)
        if called is not None:
            return called
        known = [node for node in (first, second) if node is not None]
        if isinstance(tree.op, gast.BitOr) and len(known) == 2:
            return self.united(tree, known)
        if isinstance(tree.op, gast.Add) and known:
            parts = [self.sequence(v, p) for v, p in ((left, tree.left), (right, tree.right))]
            if parts[0] is not None and parts[1] is not None:
                return self.new_node(tree, known[0].cls, dict(enumerate(parts[0] + parts[1])), "")
        if isinstance(tree.op, gast.Mult) and known:
            whole, count = (left, right) if first else (right, left)
            if isinstance(count, Leaf) and isinstance(count.known, int):
                items = self.items_of(whole, tree) * count.known
                return self.new_node(tree, known[0].cls, dict(enumerate(items)), "")
        return None

    def united(self, tree: gast.BinOp, nodes: list[Node]) -> Value | None:
        """Return the dictionary that `|` makes of two, None for others."""
        if not all(issubclass(node.cls, dict) for node in nodes):
            return None
        return self.new_node(tree, dict, {**nodes[0].parts, **nodes[1].parts}, "")

    def sequence(self, value: Value, place: Expression) -> list[Value] | None:
        """Return the elements of a list or tuple, None if they are not known."""
        if isinstance(value, Ref) and self.node(value).is_sequence:
            self.check_whole(value, place)
            return list(self.node(value).parts.values())
        elements = getattr(value.tree, "elts", None) if isinstance(value, Leaf) else None
        if elements is None or any(isinstance(e, gast.Starred) for e in elements):
            return None
        return [Leaf(e) for e in elements]
