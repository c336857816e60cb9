"""Put parts of expressions back where they are used in another block.

The forward and the backward part of an `if` are two statements: a part that is computed
in the first and read in the second can go there, if nothing it is computed from changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.optimise.dataflow.moves import (
    Known,
    all_reads,
    fill,
    is_index,
    is_light,
    is_movable,
    loaded,
    occurrences,
    spoils,
    writes_of,
)
from srcdiff.syntax import Block, Statement, blocks, whole_target, with_body, with_changed


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
    while True:
        walk = _Distant(known, structure(tree.body))
        parts = walk.layout.definitions
        part = next((part for part in parts if walk.can_move(part)), None)
        if part is None:
            return tree
        (made,) = parts[part]
        body = without(tree.body, made)
        tree = with_body(tree, [fill(statement, part, made.value) for statement in body])


def without(block: Block, left_out: Statement) -> Block:
    """Return a block without one of the statements in it."""
    new: Block = []
    for statement in block:
        if blocks(statement):
            parts = [without(part, left_out) for part in blocks(statement)]
            parts[0] = parts[0] or [gast.Pass()]
            new.append(with_changed(statement, parts))
        elif statement is not left_out:
            new.append(statement)
    return new


@dataclass(frozen=True)
class _Distant:
    """The search for parts that can move."""

    known: Known
    layout: Structure

    def can_move(self, part: str) -> bool:
        """Return True if a part can be put into all places that read it."""
        made, *others = self.layout.definitions[part]
        uses = self.layout.readers.get(part, ())
        if others or not uses or not whole_target(made):
            return False
        if self.known.is_array(part):
            return False  # it may be another name of memory that changes
        if not self.known.is_part(part) or not is_movable(made.value, self.known):
            return False
        count = sum(occurrences(use).count(part) for use in uses)
        light = is_light(made.value) or is_index(part, made.value, self.known)
        return (count == 1 or light) and self.is_same(made, uses)

    def is_same(self, made: Statement, uses: tuple[Statement, ...]) -> bool:
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
        names, arrays = set(all_reads(made.value)), loaded(made.value, self.known.is_array)
        for statement in (s for s, position in order.items() if first < position < last):
            if names & set(writes_of(statement)):
                return False
            if not blocks(statement) and spoils(statement, arrays, self.known):
                return False
        return True
