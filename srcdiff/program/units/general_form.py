"""Which functions are written in the general form, and which lists in them in another form.

The general form is for arrays with several names: it is slower, and longer to read. A function is
written as if it were not needed, until what it does with arrays or lists raises NeedsGeneral.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from srcdiff.analyse.types.known_kinds import VERSION
from srcdiff.core import Core
from srcdiff.errors import WriteAgain
from srcdiff.front.parse import Source

Where = tuple[str, int, str]  # the file, the line and the name of a function


@dataclass(frozen=True)
class General:
    """Which functions are written in the general form for arrays with several names.

    `in_pairs` are those whose arrays go in pairs with their adjoints; `shared` has those that are
    called with arguments that share memory, with the positions of these; `lists` has the lists
    that hold arrays and change, `boxed` those of numbers that shrink, `nested` those of lists that
    get longer, with the functions that they are in; `filled` has elements, as text, for lists that
    begin with None. `in_place` has functions with those whose statements stand in the place of
    their calls; with `has_calls_only` none do, as that was refused.
    """

    in_pairs: frozenset[Where] = frozenset()
    shared: frozenset[tuple[Where, frozenset[int]]] = frozenset()
    lists: frozenset[tuple[Where, str]] = frozenset()
    boxed: frozenset[tuple[Where, str]] = frozenset()
    filled: tuple[tuple[Where, str, str], ...] = ()
    nested: frozenset[tuple[Where, str]] = frozenset()
    in_place: frozenset[tuple[Where, Where]] = frozenset()
    has_calls_only: bool = False

    def has_pairs(self, where: Where) -> bool:
        """Return True if the arrays of a function go in pairs where they have to."""
        return where in self.in_pairs or bool(self.lists_of(where))

    def lists_of(self, where: Where) -> frozenset[str]:
        """Return the lists in a function that hold arrays and change, as versions and variables."""
        return titles_at(where, self.lists)

    def boxed_in(self, where: Where) -> frozenset[str]:
        """Return the lists in a function that hold numbers and shrink."""
        return titles_at(where, self.boxed)

    def nested_in(self, where: Where) -> frozenset[str]:
        """Return the lists of lists in a function that get longer."""
        return titles_at(where, self.nested)

    def in_place_in(self, where: Where) -> frozenset[Where]:
        """Return the functions whose statements stand in the place of their calls in a function."""
        return frozenset(callee for caller, callee in self.in_place if caller == where)

    def may_be_in_place(self, where: Where, callee: Where) -> bool:
        """Return True if nobody has tried yet to write a function in the place of its calls."""
        return (where, callee) not in self.in_place and not self.has_calls_only

    def with_calls_only(self) -> General:
        """Return what is needed where no function is written in the place of its calls."""
        return replace(self, in_place=frozenset(), has_calls_only=True)

    def filled_in(self, where: Where) -> dict[str, str]:
        """Return elements, as text, for the lists in a function that begin with None."""
        own = (one for one in self.filled if one[0] == where)
        return {VERSION.sub("", title): text for _, title, text in own}

    def groups(self, where: Where) -> frozenset[frozenset[int]]:
        """Return the positions of parameters of a function that may share memory, in groups."""
        return frozenset(positions for place, positions in self.shared if place == where)

    def with_one_more(self, needed: NeedsGeneral) -> General:
        """Return what is needed as well."""
        if needed.callees:
            more = {(needed.where, callee) for callee in needed.callees}
            return replace(self, in_place=self.in_place | more)
        if needed.nested:
            return replace(self, nested=self.nested | {(needed.where, needed.title)})
        if needed.element:
            one = needed.where, needed.title, needed.element
            return replace(self, filled=(*self.filled, one))
        if needed.boxed:
            return replace(self, boxed=self.boxed | {(needed.where, needed.title)})
        if needed.title:
            return replace(self, lists=self.lists | {(needed.where, needed.title)})
        if not needed.positions:
            return replace(self, in_pairs=self.in_pairs | {needed.where})
        old = {(place, group) for place, group in self.shared if place == needed.where}
        overlapping = {pair for pair in old if pair[1] & needed.positions}
        group = needed.positions.union(*(positions for _, positions in overlapping))
        return replace(self, shared=(self.shared - overlapping) | {(needed.where, group)})


def where_of(function: Core | Source) -> Where:
    """Return what identifies a function, also among those from inside it."""
    return function.origin.file, function.origin.first_line, function.tree.name


def titles_at(where: Where, lists: frozenset[tuple[Where, str]]) -> frozenset[str]:
    """Return the lists in a function, as versions and as variables."""
    found = {title for place, title in lists if place == where}
    return frozenset(found | {VERSION.sub("", title) for title in found})


class NeedsGeneral(WriteAgain):
    """A function that has to be written in the general form.

    With `positions`, as arguments at these share memory; with a `title`, as a list of that name
    holds arrays, or numbers to be `boxed`, or begins with None and gets such an `element`, or has
    `nested` lists that get longer; with `callees`, as the statements of these stand in the place of
    their calls; else its arrays go in pairs.
    """

    def __init__(
        self,
        where: Where,
        positions: frozenset[int] = frozenset(),
        title: str = "",
        boxed: bool = False,
        element: str = "",
        nested: bool = False,
        callees: frozenset[Where] = frozenset(),
    ) -> None:
        super().__init__()
        self.callees = callees
        self.nested = nested
        self.boxed = boxed
        self.element = element
        self.where = where
        self.positions = positions
        self.title = title
