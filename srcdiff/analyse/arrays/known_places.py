"""Which subscripts of a function certainly are in range, to judge by its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gast

from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.syntax import (
    Expression,
    call,
    constant,
    dotted,
    has_star,
    is_ellipsis,
    is_none,
    is_string,
    number,
    parameters,
    split_offset,
    times_bound,
    walk,
)

Extent = tuple[str, int]  # an array and one of its dimensions


@dataclass(frozen=True)
class Bounds:
    """What is known of an integer: `low <= i`, and `i < extent + more`."""

    low: int
    extent: Extent
    more: int


@dataclass(frozen=True)
class Places:
    """What the text of a function says of the places that it subscripts.

    `kinds` are the types of its parameters, as far as they are known, and `surroundings` is what
    free names stand for.
    """

    tree: gast.FunctionDef
    kinds: Mapping[str, Type]
    surroundings: Mapping[str, Any]

    @cached_property
    def stored(self) -> Counter[str]:
        """Return how often each name is bound."""
        return times_bound(self.tree)

    @cached_property
    def fixed(self) -> dict[str, Expression | None]:
        """Return the names that are bound once, outside loops, with their values if they have."""
        found: dict[str, Expression | None] = dict.fromkeys(parameters(self.tree))
        for statement in self.tree.body:
            for target in getattr(statement, "targets", []):
                value = statement.value if len(statement.targets) == 1 else None
                parts = target.elts if isinstance(target, gast.Tuple) else [target]
                for place, part in enumerate(parts):
                    own = value if part is target else element(value, place)
                    found.setdefault(dotted(part), own)
        return {title: value for title, value in found.items() if self.stored[title] == 1}

    @cached_property
    def counters(self) -> dict[str, set[Bounds]]:
        """Return what is known of the variables that only loops bind, in each of these loops."""
        ends: dict[str, list[tuple[Expression, Expression] | None]] = {}
        for loop in walk(self.tree):
            if not isinstance(loop, (gast.For, gast.comprehension)):
                continue
            target, source = loop.target, loop.iter
            if called(source, "enumerate") and isinstance(target, gast.Tuple):
                pair = numbers_of(source)
                ends.setdefault(dotted(target.elts[0]), []).append(pair)
            else:
                ends.setdefault(dotted(target), []).append(ends_of(source))
        known: dict[str, set[Bounds]] = {}
        for title, pairs in ends.items():  # those of the loops outside first
            found = [None if pair is None else self.bounds(*pair, known) for pair in pairs]
            bounds = {one for one in found if one is not None}
            if None not in found and len(pairs) == self.stored[title]:
                known[title] = bounds
        return known

    def bounds(
        self, start: Expression, end: Expression, known: Mapping[str, set[Bounds]]
    ) -> Bounds | None:
        """Return the bounds of what runs from one value to another."""
        least, base, more = number(start), *split_offset(end)
        outer, offset = split_offset(start)
        if isinstance(outer, gast.Name) and outer.id in known:
            least = min(one.low for one in known[outer.id]) + offset
        if not isinstance(least, int):
            return None
        above = known.get(dotted(base), set())
        if len({one.extent for one in above}) == 1:  # itself below an extent
            highest = max(above, key=lambda one: one.more)
            return Bounds(least, highest.extent, highest.more - 1 + more)
        extent = self.extent(base)
        return Bounds(least, extent, more) if extent is not None else None

    def extent(self, tree: Any) -> Extent | None:
        """Return the array and the dimension that an expression is the extent of."""
        if isinstance(tree, gast.Name):
            tree = self.fixed.get(tree.id) or tree
        match tree:
            case gast.Call(func=gast.Name(id="len"), args=[array], keywords=[]):
                return dotted(array), 0
            case gast.Attribute(value=array, attr="size"):
                kind = self.kinds.get(dotted(array))
                is_vector = isinstance(kind, numba_types.Array) and kind.ndim == 1
                return (dotted(array), 0) if is_vector else None
            case gast.Subscript(value=gast.Attribute(value=array, attr="shape"), slice=index):
                place = number(index)
                return (dotted(array), place) if isinstance(place, int) and place >= 0 else None
        return None

    def is_known(self, tree: gast.Subscript) -> bool:
        """Return True if a subscript certainly is in range.

        >>> from srcdiff.syntax import function, unparse
        >>> tree = function('''
        ... def f(x):
        ...     n = len(x)
        ...     t = 0.0
        ...     for i in range(1, n):
        ...         t += x[i] * x[i - 1] * x[i + 1] * x[1:][0]
        ...     return t
        ... ''')
        >>> places = Places(tree, {}, {})
        >>> found = [node for node in walk(tree) if isinstance(node, gast.Subscript)]
        >>> sorted(unparse(node) for node in found if places.is_known(node))
        ['x[1:]', 'x[i - 1]', 'x[i]']
        """
        if isinstance(tree.value, gast.Attribute) and tree.value.attr == "shape":
            return True
        parts = tree.slice.elts if isinstance(tree.slice, gast.Tuple) else [tree.slice]
        spread = [k for k, part in enumerate(parts) if is_ellipsis(part) or is_none(part)]
        direct = len(parts) if not spread else spread[0]
        return all(
            isinstance(part, gast.Slice)
            or k in spread
            or (k < direct and self.is_inside(tree.value, k, part))
            for k, part in enumerate(parts)
        )

    def is_inside(self, whole: Expression, dimension: int, place: Expression) -> bool:
        """Return True if a place certainly is inside a dimension of an array, or a tuple."""
        title = dotted(whole)
        if is_string(place):
            return True  # a field
        known = number(place)
        if known is not None:
            count = self.count(title) if dimension == 0 else 0
            return -count <= known < count
        base, more = split_offset(place)
        bounds = self.counters.get(dotted(base), set())
        inside = [
            one.extent == (title, dimension) and one.low + more >= 0 and one.more + more <= 0
            for one in bounds
        ]
        return bool(bounds) and all(inside) and self.is_fixed(title)

    def is_asked(self, tree: gast.Subscript) -> bool:
        """Return True if a subscript is a number, of a parameter that has a length.

        Whether it is in range is asked when the function runs (normalise/exceptions/raising.py).
        """
        title = dotted(tree.value)
        kind = self.kinds.get(title) if self.stored[title] == 1 else None
        has_length = isinstance(kind, (numba_types.Array, numba_types.List))
        single = isinstance(number(tree.slice), int) and isinstance(tree.ctx, gast.Load)
        return has_length and single and getattr(kind, "ndim", 1) > 0

    def is_fixed(self, title: str) -> bool:
        """Return True if a name always stands for one object."""
        return title in self.fixed or not self.stored[title]

    def count(self, title: str) -> int:
        """Return how many parts the value of a name certainly has."""
        if not self.stored[title]:
            value: Any = self.surroundings.get(title)
            return len(value) if hasattr(value, "__len__") else 0
        value = self.fixed.get(title)
        if isinstance(value, (gast.Tuple, gast.List)):
            return 0 if has_star(value.elts) else len(value.elts)
        kind = self.kinds.get(title) if title in self.fixed and value is None else None
        return len(kind) if isinstance(kind, numba_types.BaseTuple) else 0


def called(tree: Any, title: str) -> bool:
    """Return True if an expression is a call of a function, with arguments by position."""
    plain = isinstance(tree, gast.Call) and bool(tree.args) and not tree.keywords
    return plain and dotted(tree.func) == title


def ends_of(source: Expression) -> tuple[Expression, Expression] | None:
    """Return the first number of a range that rises, and its end; None for anything else.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(end) for end in ends_of(expression("range(2, n)"))]
    ['2', 'n']
    """
    if not called(source, "range"):
        return None
    first, *rest = source.args
    step = number(rest[1]) if len(rest) > 1 else 1
    if not isinstance(step, int) or step <= 0:
        return None
    return (first, rest[0]) if rest else (constant(0), first)


def numbers_of(source: gast.Call) -> tuple[Expression, Expression]:
    """Return the first number that `enumerate` counts with, and the end of its numbers.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(end) for end in numbers_of(expression("enumerate(x, 1)"))]
    ['1', 'len(x) + 1']
    """
    length = call("len", source.args[0])
    if len(source.args) == 1:
        return constant(0), length
    return source.args[1], gast.BinOp(length, gast.Add(), source.args[1])


def element(value: Expression | None, place: int) -> Expression | None:
    """Return a part of `x.shape`, None for any other value."""
    if not isinstance(value, gast.Attribute) or value.attr != "shape":
        return None
    return gast.Subscript(value, constant(place), gast.Load())
