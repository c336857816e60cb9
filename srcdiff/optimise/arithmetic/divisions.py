"""Divide once: adjoints that divide by the same value multiply by its inverse instead.

The derivative of a quotient divides by what the quotient was divided by. A division
takes as long as several multiplications, so `x / y` and `z / y` become `x * y_inverse`
and `z * y_inverse`. Only adjoints are changed, whose last bit is nobody's contract.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Container

import gast

from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    beside,
    binary,
    blocks,
    bottom_up,
    constant,
    dotted,
    each_block,
    evaluated_at_times,
    has_operator,
    is_adjoint,
    name,
    number,
    path,
    rebuild,
    walk,
    writes,
)


def divisions(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with one division by each value, among neighbouring adjoints.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, y, g):
    ...     d_x = g / y
    ...     d_y = -x / y * d_x
    ...     return d_x, d_y
    ... ''')
    >>> print(unparse(divisions(rename(tree, {"d_x": "d_·x", "d_y": "d_·y"}))))
    def f(x, y, g):
        y··inverse = 1.0 / y
        d_·x = g * y··inverse
        d_·y = -x * y··inverse * d_·x
        return (d_·x, d_·y)

    A division in one branch of an expression stays there, as 0 may be what the other is for.
    """
    return each_block(tree, shared)


def shared(block: Block) -> Block:
    """Return a block in which adjoints share divisions by the same name."""
    found = _Divisions(block)
    new: Block = []
    for position in range(len(block)):
        while True:
            below = found.first_shared(position)
            if below is None:
                break
            # `x.size` is no part of a name
            inverse = beside(below.replace(".", SEPARATOR), "inverse")
            one = binary(constant(1.0), gast.Div(), path(below))
            new.append(assign(inverse, one, found.block[position]))
            for place in found.together(below, position):
                found.replace(place, multiplied(found.block[place], below, inverse))
        new.append(found.block[position])
    return new


class _Divisions:
    """The statements of a block, and where they divide by a name, or bind one."""

    def __init__(self, block: Block) -> None:
        self.block = list(block)
        self.places: dict[str, list[int]] = {}  # of the adjoints that divide by a name
        self.counts = [Counter[str]() for _ in block]
        self.bound: dict[str, list[int]] = {}
        self.compound = [at for at, statement in enumerate(block) if blocks(statement)]
        for place, statement in enumerate(block):
            self.enter(place)
            if self.counts[place] or self.places:
                for name in writes(statement):
                    self.bound.setdefault(name, []).append(place)

    def enter(self, place: int) -> None:
        """Note by what an adjoint divides."""
        statement = self.block[place]
        if is_adjoint_statement(statement):
            self.counts[place] = Counter(divisors(statement))
            for below in self.counts[place]:
                insort(self.places.setdefault(below, []), place)

    def replace(self, place: int, statement: Statement) -> None:
        """Put another statement in the place of one."""
        for below in self.counts[place]:
            self.places[below].remove(place)
        self.block[place] = statement
        self.enter(place)

    def together(self, below: str, position: int) -> list[int]:
        """Return which statements from a position on divide by what a name is there."""
        end = min(
            following(self.compound, position, len(self.block)),
            following(self.bound.get(below.split(".")[0], []), position, len(self.block)),
        )
        places = self.places[below]
        return places[bisect_left(places, position) : bisect_left(places, end)]

    def first_shared(self, position: int) -> str | None:
        """Return a name that this statement and a later one divide by, or this one twice.

        This one divides whatever comes: in `0.0 if y == 0.0 else x / y` Python raises nothing.
        """
        counts = self.counts[position]
        if not counts:
            return None
        at_times = evaluated_at_times(self.block[position])
        for below in divisors(self.block[position], at_times):
            if counts[below] > 1 or len(self.together(below, position)) > 1:
                return below
        return None


def following(places: list[int], position: int, end: int) -> int:
    """Return the first of some places, in order, that is behind a position; or the end."""
    at = bisect_right(places, position)
    return places[at] if at < len(places) else end


def is_adjoint_statement(statement: Statement) -> bool:
    """Return True if a statement computes an adjoint."""
    store = statement.targets[0] if isinstance(statement, gast.Assign) else None
    if isinstance(statement, gast.AugAssign):
        store = statement.target
    if isinstance(store, gast.Subscript):
        return is_adjoint(dotted(store.value))
    return isinstance(store, gast.Name) and is_adjoint(store.id)


def divisors(statement: Statement, without: Container[int] = ()) -> list[str]:
    """Return the names that a statement divides by, as often as it does, `without` some nodes."""
    return [
        dotted(node.right)
        for node in walk(statement.value)
        if has_operator(node, gast.Div) and dotted(node.right) and id(node) not in without
    ]


def multiplied(statement: Statement, below: str, inverse: str) -> Statement:
    """Return a statement with divisions by a name as multiplications by its inverse."""

    def change(node: gast.AST) -> gast.AST:
        division = has_operator(node, gast.Div)
        if not division or dotted(node.right) != below:
            return node
        if number(node.left) == 1.0:
            return name(inverse)
        return gast.copy_location(binary(node.left, gast.Mult(), name(inverse)), node)

    new = rebuild(statement, lambda part: part)
    new.value = bottom_up(statement.value, change)
    return gast.copy_location(new, statement)
