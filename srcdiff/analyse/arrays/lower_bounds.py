"""Lower bounds of integers that are known before a function runs."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.types.own_inference.bindings import bindings
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.syntax import Expression, dotted, number, walk_statements


class LowerBounds:
    """What the integers of a core form are at least.

    `kinds` are the types of all names.

    >>> from srcdiff.syntax import expression, function
    >>> tree = function('''
    ... def f(n):
    ...     k = 1
    ...     for i in range(2, n):
    ...         k = k + i
    ... ''')
    >>> found = LowerBounds(tree, {})
    >>> [found.of(expression(text)) for text in ("n", "k", "i", "2 * i + 1", "max(n, 3)", "len(n)")]
    [None, 1, 2, 5, 3, 0]
    """

    def __init__(self, tree: gast.FunctionDef, kinds: Mapping[str, Type]) -> None:
        self.kinds = kinds
        self.bound = bindings(tree)
        self.ranges = {
            s.target.id: s.iter for s in walk_statements(tree.body) if isinstance(s, gast.For)
        }
        self.known: dict[str, int | None] = {}
        self.assumed: dict[str, int | None] = {}

    def of(self, tree: Expression | None) -> int | None:
        """Return what an expression is at least, or None."""
        value = None if tree is None else number(tree)
        if tree is None or value is not None:
            return value if isinstance(value, int) else None
        if isinstance(tree, gast.Name):
            return self.name(tree.id)
        if is_shape(tree):
            return 0
        if isinstance(tree, gast.BinOp):
            return self.operation(tree)
        if not isinstance(tree, gast.Call):
            return None
        called, known = dotted(tree.func), [self.of(argument) for argument in tree.args]
        if called == "max":
            return max((bound for bound in known if bound is not None), default=None)
        if called == "min":
            return None if None in known else min(bound for bound in known if bound is not None)
        return 0 if called in ("abs", "len") else None

    def operation(self, tree: gast.BinOp) -> int | None:
        """Return what a sum, a product, a quotient, a remainder or a power is at least."""
        left, right = self.of(tree.left), self.of(tree.right)
        match tree.op, left, right, number(tree.right):
            case gast.Sub(), int(), _, int(value):
                return left - value
            case gast.Mod(), _, int(), _ if right > 0:
                return 0
            case gast.Add(), int(), int(), _:
                return left + right
            case gast.Mult(), int(), int(), _ if left >= 0 and right >= 0:
                return left * right
            case gast.FloorDiv(), int(), int(), _ if left >= 0 and right > 0:
                return 0
            case gast.Pow(), int(), int(), _ if left >= 0 and right >= 0:
                return min(left, 1)
        return None

    def name(self, title: str) -> int | None:
        """Return what a name is at least."""
        if title in self.assumed:
            return self.assumed[title]
        if title not in self.known:
            found = self.of_bindings(title)
            if self.assumed:
                return found  # it may rest on what is assumed
            self.known[title] = found
        return self.known[title]

    def of_bindings(self, title: str) -> int | None:
        """Return the least of what a name is bound to, itself perhaps counted on."""
        kind = self.kinds.get(title)
        least = 0 if isinstance(kind, numba_types.Integer) and not kind.signed else None
        values = self.bound.get(title, [])
        if title in self.ranges:
            return self.counter(self.ranges[title].args) if len(values) == 1 else least
        if not values or None in values:
            return least
        self.assumed[title] = None
        bounds = [self.of(value) for value in values]
        start = min((bound for bound in bounds if bound is not None), default=None)
        self.assumed[title] = start  # is that kept by those that depend on the name itself?
        kept = [self.of(value) for value in values]
        del self.assumed[title]
        holds = start is not None and all(b is not None and b >= start for b in kept)
        return start if holds else least

    def counter(self, limits: list[Expression]) -> int | None:
        """Return what the counter of a range is at least."""
        step = number(limits[2]) if len(limits) == 3 else 1
        if not isinstance(step, int):
            return None
        if step < 0:
            stop = self.of(limits[1])
            return None if stop is None else stop + 1
        return 0 if len(limits) == 1 else self.of(limits[0])
