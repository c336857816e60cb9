"""The methods of classes that operators, comparisons and functions of Python call."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.structures.expressions.displays import Displays
from srcdiff.structures.state.values import Leaf, Node, Ref, Value
from srcdiff.syntax import Expression, clone, locate, tuple_of

OPERATORS: dict[type, tuple[str, str]] = {  # the method of the left operand, of the right one
    gast.Add: ("__add__", "__radd__"),
    gast.Sub: ("__sub__", "__rsub__"),
    gast.Mult: ("__mul__", "__rmul__"),
    gast.Div: ("__truediv__", "__rtruediv__"),
    gast.FloorDiv: ("__floordiv__", "__rfloordiv__"),
    gast.Mod: ("__mod__", "__rmod__"),
    gast.MatMult: ("__matmul__", "__rmatmul__"),
    gast.Pow: ("__pow__", "__rpow__"),
    gast.Eq: ("__eq__", "__eq__"),
    gast.NotEq: ("__ne__", "__ne__"),
    gast.Lt: ("__lt__", "__gt__"),
    gast.LtE: ("__le__", "__ge__"),
    gast.Gt: ("__gt__", "__lt__"),
    gast.GtE: ("__ge__", "__le__"),
    gast.USub: ("__neg__", ""),
    gast.UAdd: ("__pos__", ""),
    gast.Invert: ("__invert__", ""),
}
OF_FUNCTIONS: dict[Callable[..., Any], str] = {
    abs: "__abs__",
    bool: "__bool__",
    float: "__float__",
    int: "__int__",
    round: "__round__",
    math.floor: "__floor__",
    math.ceil: "__ceil__",
}
COMPARED = ("__eq__", "__lt__", "__le__", "__gt__", "__ge__")
TRUTHS = ("__bool__", "__len__")


class SpecialMethods(Displays):
    """Calls the methods of objects that Python calls for operators and functions."""

    def by_method(self, op: gast.AST, left: Value, right: Value, place: Expression) -> Value | None:
        """Return what the method of one of two operands gives, None if neither has one.

        The right one is asked first if its class is derived from that of the left one, and has a
        method of its own.
        """
        own, reflected = OPERATORS.get(type(op), ("", ""))
        sides = [(left, right, own), (right, left, reflected)]
        if isinstance(left, Ref) and isinstance(right, Ref):
            first, second = self.node(left), self.node(right)
            if first.cls is second.cls and is_by_fields(first.cls, own):
                return self.by_fields(op, first, second, place)
            if comes_first(second.cls, first.cls, reflected):
                sides.reverse()
        for value, other, title in sides:
            method = self.special_method(value, title) if isinstance(value, Ref) else None
            if method is not None:
                return self.call_value(method, [other], {}, place)
        return None

    def by_fields(self, op: gast.AST, left: Node, right: Node, place: Expression) -> Leaf:
        """Return how two objects of a dataclass compare: like the tuples of their fields."""
        keys = [f.name for f in dataclasses.fields(left.cls) if f.compare]
        sides = [
            tuple_of([clone(self.leaf(node.parts[key], place).tree) for key in keys])
            for node in (left, right)
        ]
        return Leaf(locate(gast.Compare(sides[0], [op], [sides[1]]), place))

    def is_contained(self, owner: Ref, value: Value, place: Expression) -> Value | None:
        """Return what `__contains__` of an object gives, None if it has none."""
        method = self.special_method(owner, "__contains__")
        return None if method is None else self.call_value(method, [value], {}, place)

    def asked_for_truth(self, value: Ref, place: Expression) -> Value | None:
        """Return what `__bool__`, or else `__len__`, of an object gives, None if it has neither."""
        for title in TRUTHS:
            method = self.special_method(value, title)
            if method is not None:
                return self.call_value(method, [], {}, place)
        return None

    def of_function(self, function: Any, given: list[Value], place: Expression) -> Value | None:
        """Return what a function of Python such as `abs` makes of an object by its method."""
        if not given or not isinstance(given[0], Ref):
            return None
        title = next((title for own, title in OF_FUNCTIONS.items() if own is function), None)
        if title is None:
            return None
        if function is bool:
            return self.asked_for_truth(given[0], place)
        method = self.special_method(given[0], title)
        return None if method is None else self.call_value(method, given[1:], {}, place)


def is_by_fields(cls: type, title: str) -> bool:
    """Return True if a comparison of objects is one that `dataclass` has made.

    >>> made = dataclasses.make_dataclass("P", [("x", float)], order=True)
    >>> is_by_fields(made, "__lt__"), is_by_fields(made, "__add__"), is_by_fields(list, "__eq__")
    (True, False, False)
    """
    code = getattr(vars(cls).get(title), "__code__", None)
    is_written = code is None or code.co_filename != "<string>"
    return dataclasses.is_dataclass(cls) and title in COMPARED and not is_written


def comes_first(cls: type, other: type, reflected: str) -> bool:
    """Return True if Python asks the right operand first: its class has a reflected method."""
    if cls is other or not issubclass(cls, other):
        return False
    return getattr(cls, reflected, None) is not getattr(other, reflected, None)
