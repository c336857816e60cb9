"""Put parts of expressions back where they are used in another block.

The forward and the backward part of an `if` are two statements: a part that is computed
in the first and read in the second can go there, if nothing it is computed from changes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import gast

from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.optimise.dataflow.block_index import spoilers
from srcdiff.optimise.dataflow.moves import (
    Known,
    all_reads,
    fill,
    is_index,
    is_light,
    is_movable,
    loaded,
    spoils,
    writes_of,
)
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    own_part,
    targets,
    whole_target,
    with_body,
    with_changed,
    with_parts,
)


def forward_substitute_blocks(tree: gast.FunctionDef, known: Known) -> gast.FunctionDef:
    """Return the function with parts in other blocks than they were computed in.

    >>> from srcdiff.syntax import function, unparse
    >>> known = Known(lambda n: n != "y", lambda n: n == "x", lambda n: False, lambda n: True)
    >>> print(unparse(forward_substitute_blocks(function('''
    ... def f(x, y, n):
    ...     if n > 0:
    ...         a = x[0] * y
    ...     z = 2.0
    ...     if n > 0:
    ...         z = z + a
    ...     return z
    ... '''), known)))
    def f(x, y, n):
        if n > 0:
            pass
        z = 2.0
        if n > 0:
            z = z + x[0] * y
        return z
    """
    walk = _Distant(known, structure(tree.body))
    walk.move_all()
    return with_body(tree, walk.block(tree.body)) if walk.gone else tree


class _Distant:
    """The search for parts that can move, and the statements after the moves so far."""

    def __init__(self, known: Known, layout: Structure) -> None:
        self.known = known
        self.layout = layout
        self.parts = list(layout.definitions)
        self.places = {part: place for place, part in enumerate(self.parts)}
        self.readers = {part: list(found) for part, found in layout.readers.items()}
        self.now: dict[Statement, gast.AST] = {}  # what a statement has become, or its condition
        self.gone: set[Statement] = set()
        may_spoil = spoilers(known)
        simple = (s for s in layout.order if not blocks(s))
        self.spoilers = [s for s in simple if may_spoil(s)]
        self.spoiler_places = [layout.order[s] for s in self.spoilers]

    def move_all(self) -> None:
        """Move all parts that can, each time the first one in the text."""
        stays: set[str] = set()
        place = 0
        while place < len(self.parts):
            part = self.parts[place]
            place += 1
            if part in stays or self.layout.definitions[part][0] in self.gone:
                continue
            if not self.can_move(part):
                stays.add(part)
                continue
            # nothing changes but for what the expression reads, and for what is made of it
            for name in self.move(part):
                stays.discard(name)
                place = min(place, self.places.get(name, place))

    def move(self, part: str) -> set[str]:
        """Put a part into the places that read it; return the names to look at again."""
        (made,) = self.layout.definitions[part]
        value = self.statement(made).value
        uses = self.readers[part]
        for use in uses:
            self.now[use] = fill(self.own(use), part, value)
        names = set(all_reads(value))
        for name in names:
            found = {*self.readers[name], *uses} - {made}
            self.readers[name] = sorted(found, key=self.layout.order.__getitem__)
        self.gone.add(made)
        return names.union(*map(targets, uses))

    def statement(self, statement: Statement) -> Statement:
        """Return what a simple statement is now."""
        return self.now.get(statement, statement)

    def own(self, statement: Statement) -> gast.AST:
        """Return what a statement evaluates itself now."""
        return self.now.get(statement) or own_part(statement)

    def block(self, block: Block) -> Block:
        """Return a block as it is now."""
        new: Block = []
        for statement in block:
            if blocks(statement):
                parts = [self.block(part) for part in blocks(statement)]
                parts[0] = parts[0] or [gast.Pass()]
                field = "iter" if isinstance(statement, gast.For) else "test"
                if statement in self.now:
                    statement = with_parts(statement, {field: self.now[statement]})
                new.append(with_changed(statement, parts))
            elif statement not in self.gone:
                new.append(self.statement(statement))
        return new

    def can_move(self, part: str) -> bool:
        """Return True if a part can be put into all places that read it."""
        made, *others = self.layout.definitions[part]
        uses = self.readers.get(part, ())
        if others or not uses or not whole_target(made):
            return False
        if self.known.is_array(part):
            return False  # it may be another name of memory that changes
        value = self.statement(made).value
        if not self.known.is_part(part) or not is_movable(value, self.known):
            return False
        count = sum(all_reads(self.own(use)).count(part) for use in uses)
        light = is_light(value) or is_index(part, value, self.known)
        return (count == 1 or light) and self.is_same(made, value, uses)

    def is_same(self, made: Statement, value: Expression, uses: Sequence[Statement]) -> bool:
        """Return True if the expression of a part has the same value at all places.

        Within one iteration the statements between two others are those between them in
        the text, if neither is in a loop inside.
        """
        order, loops = self.layout.order, self.layout.loops(made)
        if any(self.layout.loops(use) != loops or isinstance(use, gast.While) for use in uses):
            return False
        first, last = order[made], max(order[use] for use in uses)
        if min(order[use] for use in uses) < first:
            return False
        for name in set(all_reads(value)):
            for statement in self.layout.definitions.get(name, ()):
                between = first < order[statement] < last and statement not in self.gone
                if between and name in writes_of(statement):
                    return False
        arrays = loaded(value, self.known.is_array)
        if not arrays:
            return True
        begin, end = (
            bisect_right(self.spoiler_places, first),
            bisect_left(self.spoiler_places, last),
        )
        found = (s for s in self.spoilers[begin:end] if s not in self.gone)
        return not any(spoils(self.statement(s), arrays, self.known) for s in found)
