"""Lists that begin with nothing but None, and that are filled before anything reads them."""

from __future__ import annotations

import math
from collections.abc import Iterator

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    is_range,
    number,
    owner,
    parameters,
    range_parts,
    reads,
    same,
    split_offset,
    walk,
    walk_statements,
    writes,
)

LEAVES = (gast.Break, gast.Continue)


def is_filled_in_order(
    title: str, size: Expression, made: Statement, tree: gast.FunctionDef
) -> bool:
    """Return True if every element of a list has a value where the function reads it.

    `made` is the one statement that makes the list, with `size` elements that are None.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(x, n):
    ...     u = [None] * n
    ...     u[0] = x
    ...     for k in range(1, n):
    ...         u[k] = u[k - 1] * x
    ...     return u[n - 1]
    ... ''')
    >>> is_filled_in_order("u", tree.body[0].value.right, tree.body[0], tree)
    True
    >>> tree = function("def f(x, n):\\n  u = [None] * n\\n  u[0] = x\\n  return u[n - 1]")
    >>> is_filled_in_order("u", tree.body[0].value.right, tree.body[0], tree)
    False
    """
    below = only_below(title, made, tree)
    return is_fixed(size, below, tree) and _Filling(title, size).is_done(below)


def uses(title: str, block: Block) -> int:
    """Return how often a name occurs in a block."""
    return sum(isinstance(n, gast.Name) and n.id == title for s in block for n in walk(s))


def is_fixed(size: Expression, below: Block, tree: gast.FunctionDef) -> bool:
    """Return True if there are statements `below` for which an expression has one value."""
    if not below:
        return False
    known = reads(size)
    bound = [n for s in walk_statements(tree.body) if not blocks(s) for n in writes(s)]
    bound += [
        n for s in walk_statements(tree.body) if isinstance(s, gast.For) for n in writes(s.target)
    ]
    own = set(parameters(tree))
    once = all(bound.count(n) <= (n not in own) for n in known) and not writes(below) & known
    methods = {owner(n.func) for s in below for n in walk(s) if isinstance(n, gast.Call)}
    return once and not methods & known  # which may change the length of a list


def only_below(title: str, made: Statement, tree: gast.FunctionDef) -> Block:
    """Return what follows a statement in its block; nothing if a name occurs anywhere else, too."""
    below = following(made, tree.body)
    return below if uses(title, tree.body) - uses(title, [made]) == uses(title, below) else []


def following(statement: Statement, block: Block) -> Block:
    """Return what follows a statement in the block that it stands in."""
    for position, other in enumerate(block):
        if other is statement:
            return block[position + 1 :]
        for part in blocks(other):
            found = following(statement, part)
            if found:
                return found
    return []


class _Filling:
    """The walk of `is_filled_in_order`: `first` and `last` elements have a value, or all have."""

    def __init__(self, title: str, size: Expression) -> None:
        self.title = title
        self.size = size
        self.first: set[int] = set()
        self.last: set[int] = set()

    def is_done(self, below: Block) -> bool:
        """Return True if all that the statements read before the list is full has a value."""
        for statement in below:
            if isinstance(statement, gast.For) and self.fills(statement):
                return True
            if self.title in reads(statement) and blocks(statement):
                return False
            if not all(self.is_set(place) for place in self.read(statement)):
                return False
            for place in self.stored(statement):
                self.enter(place)
        return True

    def read(self, tree: gast.AST) -> Iterator[Expression | None]:
        """Yield the subscripts that are read, None for another use of the list."""
        known = {id(part.value) for part in walk(tree) if isinstance(part, gast.Subscript)}
        known |= {id(part.args[0]) for part in walk(tree) if self.is_length(part)}
        added = {id(part.target) for part in walk(tree) if isinstance(part, gast.AugAssign)}
        for part in walk(tree):
            if isinstance(part, gast.Subscript) and dotted(part.value) == self.title:
                if isinstance(part.ctx, gast.Load) or id(part) in added:
                    yield part.slice
            elif dotted(part) == self.title and id(part) not in known:
                yield None

    def is_length(self, part: gast.AST) -> bool:
        """Return True if an expression is the length of the list."""
        return (
            isinstance(part, gast.Call)
            and dotted(part.func) == "len"
            and [dotted(a) for a in part.args] == [self.title]
        )

    def stored(self, statement: Statement) -> list[Expression]:
        """Return the subscripts that a simple statement binds."""
        if not isinstance(statement, gast.Assign):
            return []
        return [
            part.slice
            for target in statement.targets
            for part in walk(target)
            if isinstance(part, gast.Subscript) and dotted(part.value) == self.title
        ]

    def enter(self, place: Expression) -> None:
        """Enter that an element has a value."""
        found = self.from_end(place)
        if found is not None:
            self.last.add(found)
        elif isinstance(number(place), int):
            self.first.add(int(number(place) or 0))

    def from_end(self, place: Expression) -> int | None:
        """Return how far from the end an element is, None if that is not known."""
        known = number(place)
        if isinstance(known, int):
            return -known if known < 0 else None
        whole, offset = split_offset(place)
        is_size = self.is_size(whole)
        return -offset if is_size and offset < 0 else None

    def is_size(self, tree: Expression) -> bool:
        """Return True if an expression is the length of the list."""
        return self.is_length(tree) or (tree is not None and same(tree, self.size))

    def is_set(self, place: Expression | None) -> bool:
        """Return True if an element certainly has a value."""
        if place is None:
            return False
        return number(place) in self.first or self.from_end(place) in self.last

    def fills(self, loop: gast.For) -> bool:
        """Return True if a loop gives all elements a value, and reads none before."""
        if not is_range(loop.iter) or not isinstance(loop.target, gast.Name) or loop.orelse:
            return False
        ahead, known = self.way(loop.iter)
        inside = list(walk_statements(loop.body))
        if ahead == 0 or any(isinstance(s, LEAVES) for s in inside):
            return False
        index = loop.target.id
        if any(index in writes(s) for s in inside):
            return False
        is_set = False
        for statement in loop.body:
            for place in self.read(statement):
                behind = ahead * distance(place, index)
                if not (self.is_set(place) or 0 < behind <= known or (is_set and behind == 0)):
                    return False
            stores = [place for s in walk_statements([statement]) for place in self.stored(s)]
            if any(dotted(place) != index for place in stores):
                return False
            is_set |= bool(stores) and not blocks(statement)
        return is_set

    def way(self, iteration: gast.Call) -> tuple[int, int]:
        """Return whether a loop goes on from known elements to an end, and how many these are.

        1 to the last one, -1 to the first one, 0 for any other loop.
        """
        start, stop, step = range_parts(iteration)
        begin, by = number(start), number(step)
        if by == 1 and isinstance(begin, int) and self.is_size(stop):
            return int(self.first >= set(range(begin))), begin
        whole, offset = split_offset(start)
        if by == -1 and number(stop) == -1 and self.is_size(whole) and offset < 0:
            return -int(self.last >= set(range(1, -offset))), -offset - 1
        return 0, 0


def distance(place: Expression | None, index: str) -> float:
    """Return by how much a subscript is less than an index, nan for any other subscript."""
    whole, offset = (None, 0) if place is None else split_offset(place)
    return -offset if isinstance(whole, gast.Name) and whole.id == index else math.nan
