"""What one row reads and the next one reads again is kept in variables from row to row.

This is scalar replacement across iterations: D. Callahan, S. Carr and K. Kennedy, Improving
register allocation for subscripted variables, PLDI 1990.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass

import gast

from srcdiff.gpu.gather.distances import distance
from srcdiff.gpu.thread.loaded_first import elements, is_simple, with_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    beside,
    clone,
    dotted,
    fresh,
    is_comment,
    key,
    members,
    name,
    of_members,
    plus,
    reads,
    tuple_of,
    unpack,
    writes,
)

MOST = 24  # values that are kept from row to row: registers of a thread
FARTHEST = 2  # rows that a thread reads may be so far apart
ROWS = {-1: "above", 0: "here", 1: "below"}
COLUMNS = {-1: "left", 0: "", 1: "right"}


@dataclass(frozen=True)
class Rotated:
    """What a thread does before its first row, at the beginning of each, then, and at the end."""

    before: Block
    begin: Block
    body: Block
    end: Block


@dataclass(frozen=True)
class Column:
    """Elements of an array that only differ in their rows, from one of them to another."""

    element: Expression
    axis: int
    first: int
    last: int

    def at(self, row: int, place: str) -> Expression:
        """Return the element that is so many rows from a place."""
        parts = [clone(part) for part in members(self.element.slice)]
        parts[self.axis] = plus(name(place), row)
        index = of_members(parts)
        return gast.Subscript(clone(self.element.value), index, gast.Load())


def rotated(
    body: Block, place: str, first: str, arrays: Collection[str], taken: Iterable[str]
) -> Rotated | None:
    """Return what a thread does in rows that follow each other, None if they share nothing.

    `place` is the number of a row, `first` that of the first one, `arrays` are those that nothing
    writes to meanwhile; `taken` are names that are in use.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements("y[i, j] = x[i - 1, j] + x[i + 1, j] - x[i, j] * w[i, j]")
    >>> found = rotated(body, "i", "first", ["x", "w"], [])
    >>> for part in (found.before, found.begin, found.body, found.end):
    ...     print("; ".join(map(unparse, part)).replace("··", "_"))
    x_above = x[first - 1, j]; x_here = x[first, j]
    x_below = x[i + 1, j]
    y[i, j] = x_above + x_below - x_here * w[i, j]
    x_above, x_here = (x_here, x_below)
    """
    columns = kept(columns_of(body, place, arrays))
    if not columns:
        return None
    taken = set(taken)
    before: Block = []
    begin: Block = []
    end: Block = []
    own: dict[Hashable, str] = {}
    for column in columns:
        rows = range(column.first, column.last + 1)
        names = [fresh(word_for(column, row), taken) for row in rows]
        taken.update(names)
        own.update({key(column.at(row, place)): n for n, row in zip(names, rows, strict=True)})
        pairs = list(zip(names, rows, strict=True))
        before += [assign(n, column.at(row, first), body[0]) for n, row in pairs[:-1]]
        begin.append(assign(names[-1], column.at(column.last, place), body[0]))
        end.append(shift(names, body[0]))
    return Rotated(before, begin, [with_names(statement, own) for statement in body], end)


def shift(names: list[str], place: gast.AST) -> Statement:
    """Return the statement that makes the values of one row those of the next."""
    if len(names) == 2:
        return assign(names[0], name(names[1]), place)
    return unpack(names[:-1], tuple_of(map(name, names[1:])), place)


def columns_of(body: Block, place: str, arrays: Collection[str]) -> list[Column]:
    """Return the elements that a thread certainly reads in several rows."""
    bound = writes(body) | {place}
    found: dict[Hashable, tuple[Expression, int, set[int]]] = {}
    for element in certain(body, arrays):
        parts = members(element.slice)
        away = [(k, one[1]) for k, p in enumerate(parts) for one in [distance(p, {place})] if one]
        if len(away) != 1:
            continue
        ((axis, row),) = away
        others = [part for k, part in enumerate(parts) if k != axis]
        if not reads(others) & bound:
            word = dotted(element.value), axis, tuple(map(key, others))
            found.setdefault(word, (element, axis, set()))[2].add(row)
    return [
        Column(element, axis, min(rows), max(rows))
        for element, axis, rows in found.values()
        if 0 < max(rows) - min(rows) <= FARTHEST * (len(rows) - 1)
    ]


def certain(body: Block, arrays: Collection[str]) -> Iterator[Expression]:
    """Yield the elements of some arrays that statements certainly read."""
    for statement in body:
        if is_simple(statement) and not is_comment(statement):
            yield from elements(statement, arrays)


def kept(columns: Iterable[Column]) -> list[Column]:
    """Return so many columns as a thread can keep values of."""
    found: list[Column] = []
    for column in columns:
        if sum(one.last - one.first for one in [*found, column]) <= MOST:
            found.append(column)
    return found


def word_for(column: Column, row: int) -> str:
    """Return a name for an element: its array, and where it is, as a reader of the grid sees it.

    >>> from srcdiff.syntax import expression
    >>> for text in ("u[i - 1, j]", "u[i, j + 1]", "u[i, j - 2, 0]"):
    ...     column = Column(expression(text), 0, -1, 1)
    ...     print([word_for(column, row).replace("··", "_") for row in (-1, 0, 2)])
    ['u_above', 'u_here', 'u_below_2']
    ['u_above_right', 'u_right', 'u_below_2_right']
    ['u_above_left_2_0', 'u_left_2_0', 'u_below_2_left_2_0']
    """
    parts = [part for k, part in enumerate(members(column.element.slice)) if k != column.axis]
    sides = [word for part in parts for word in side(part)]
    rows = [] if sides and not row else [step(row, ROWS)]
    return beside(dotted(column.element.value), "_".join([*rows, *sides]))


def side(index: Expression) -> list[str]:
    """Return words for a subscript: how far it is from a place, or its number."""
    away = distance(index, reads(index))
    if away is not None:
        return [step(away[1], COLUMNS)] if away[1] else []
    value = dotted(index) or str(getattr(index, "value", ""))
    return [value] if value.isidentifier() or value.isdigit() else []


def step(by: int, words: dict[int, str]) -> str:
    """Return the word for so many steps: `below`, `below_2`."""
    one = words[(by > 0) - (by < 0)]
    return one if abs(by) < 2 else f"{one}_{abs(by)}"
