"""What a loop goes over: how many items there are, and which one is at a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import gast

from srcdiff.syntax import Expression, binary, call, constant, element, name, number, plus, tuple_of


class Items(Protocol):
    """Something that a loop goes over.

    `length` is the number of items, None where there is no end; below zero is none.
    """

    @property
    def length(self) -> Expression | None:
        """Return the number of items."""

    def at(self, position: Expression) -> Expression:
        """Return the item at a position."""


@dataclass(frozen=True)
class Counted:
    """The items of a `range`, or the numbers of an `enumerate`."""

    start: Expression
    step: Expression
    count: Expression | None
    stop: Expression | None = None

    @property
    def length(self) -> Expression | None:
        """Return the number of items."""
        return self.count

    def at(self, position: Expression) -> Expression:
        """Return start + position * step."""
        step = number(self.step)
        if step == -1:
            return binary(self.start, gast.Sub(), position)
        if step != 1:
            position = binary(position, gast.Mult(), self.step)
        return position if number(self.start) == 0 else binary(self.start, gast.Add(), position)


@dataclass(frozen=True)
class Elements:
    """The elements, or the rows, of a named array."""

    array: str

    @property
    def length(self) -> Expression:
        """Return len(array)."""
        return call("len", name(self.array))

    def at(self, position: Expression) -> Expression:
        """Return array[position]."""
        return gast.Subscript(name(self.array), position, gast.Load())

    def column(self, position: Expression, column: int) -> Expression:
        """Return array[position][column]."""
        return element(self.at(position), column)


@dataclass(frozen=True)
class Displayed:
    """The values of a tuple that is written out."""

    values: Sequence[Expression]

    @property
    def length(self) -> Expression:
        """Return the number of values."""
        return constant(len(self.values))

    def at(self, position: Expression) -> Expression:
        """Return a choice between the values, of each of their parts where they have some."""
        columns = self.columns()
        if columns:
            return tuple_of([Displayed(column).at(position) for column in columns])
        *others, chosen = self.values
        for place, value in reversed(list(enumerate(others))):
            test = gast.Compare(position, [gast.Eq()], [constant(place)])
            chosen = gast.IfExp(test, value, chosen)
        return chosen

    def columns(self) -> list[list[Expression]]:
        """Return the first parts of all values, the second ones, and so on."""
        if not all(isinstance(value, gast.Tuple) for value in self.values):
            return []
        rows = [value.elts for value in self.values]
        same = len({len(row) for row in rows}) == 1
        return [list(column) for column in zip(*rows, strict=True)] if same else []


@dataclass(frozen=True)
class Together:
    """The items of `zip` and `enumerate`: tuples of the items at the same position."""

    parts: Sequence[Items]

    @property
    def length(self) -> Expression | None:
        """Return the smallest number of items."""
        smallest: Expression | None = None
        for part in self.parts:
            if part.length is not None:
                smallest = part.length if smallest is None else call("min", smallest, part.length)
        return smallest

    def at(self, position: Expression) -> Expression:
        """Return the tuple of the items at a position."""
        return tuple_of([part.at(position) for part in self.parts])


@dataclass(frozen=True)
class Backwards:
    """The items of `reversed`."""

    items: Items

    @property
    def length(self) -> Expression | None:
        """Return the number of items."""
        return self.items.length

    def at(self, position: Expression) -> Expression:
        """Return the item at a position counted from the end."""
        last = binary(self.items.length, gast.Sub(), constant(1))
        return self.items.at(binary(last, gast.Sub(), position))


@dataclass(frozen=True)
class Indices:
    """The subscripts of `np.ndindex`; with the elements of an array for `np.ndenumerate`."""

    sizes: Sequence[Expression]
    array: str = ""

    @property
    def length(self) -> Expression:
        """Return the product of the sizes."""
        first, *others = self.sizes
        for other in others:
            first = binary(first, gast.Mult(), other)
        return first

    def at(self, position: Expression) -> Expression:
        """Return the digits of a position in a number system with these sizes."""
        digits: list[Expression] = []
        for size in reversed(self.sizes[1:]):
            digits.insert(0, binary(position, gast.Mod(), size))
            position = binary(position, gast.FloorDiv(), size)
        return self.item([position, *digits])

    def item(self, digits: Sequence[Expression]) -> Expression:
        """Return the item at a subscript."""
        place = tuple_of(digits)
        if not self.array:
            return place
        return tuple_of([place, gast.Subscript(name(self.array), place, gast.Load())])


def displayed(items: Items) -> Displayed | None:
    """Return the items as values that are written out, if they are known here."""
    match items:
        case Displayed():
            return items
        case Together():
            return displayed_together(items)
        case Backwards(inner):
            found = displayed(inner)
            return found and Displayed(found.values[::-1])
    return None


def displayed_together(items: Together) -> Displayed | None:
    """Return the tuples of `zip` or `enumerate`, if all values are known here."""
    parts: list[Displayed] = []
    counted: list[tuple[int, Counted]] = []
    for place, part in enumerate(items.parts):
        known = displayed(part)
        if known is not None:
            parts.append(known)
        elif isinstance(part, Counted) and part.count is None:
            counted.append((place, part))
        else:
            return None
    columns = [list(part.values) for part in parts]
    count = min(map(len, columns), default=0)
    for place, endless in counted:
        columns.insert(place, [plus(endless.start, k) for k in range(count)])
    rows = zip(*(column[:count] for column in columns), strict=True)
    return Displayed([tuple_of(row) for row in rows])
