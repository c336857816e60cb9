"""Which functions are called again and again: by loops, or by functions that are."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.core import Core
from srcdiff.core.operations import call_of
from srcdiff.errors import NoSource
from srcdiff.front.parse import source_of
from srcdiff.normalise.functions.specialise import as_written, is_opaque
from srcdiff.program.units.general_form import where_of
from srcdiff.syntax import Block, Statement, blocks, dotted

Place = tuple[str, int]  # the file and the line of a function, which its special cases have, too


class CallsInLoops:
    """The functions that are called again and again, as far as their callers have been read."""

    def __init__(self) -> None:
        self.places: set[Place] = set()

    def enter(self, core: Core) -> None:
        """Enter the functions that the loops of a function call."""
        for statement in self.repeated(core):
            made = call_of(statement)
            called = core.functions.get(dotted(made.func)) if made is not None else None
            if called is None or is_opaque(as_written(called)):
                continue
            try:
                self.places.add(where_of(source_of(as_written(called)))[:2])
            except NoSource:
                continue

    def has(self, core: Core) -> bool:
        """Return True if a function is called again and again."""
        return where_of(core)[:2] in self.places

    def repeated(self, core: Core) -> Iterator[Statement]:
        """Yield the simple statements of a function that run again and again."""
        return in_loops(core.tree.body, self.has(core))


def in_loops(block: Block, inside: bool = False) -> Iterator[Statement]:
    """Yield the simple statements of a block that stand in loops; all, if it is `inside` of one.

    >>> from srcdiff.syntax import statements, unparse
    >>> found = in_loops(statements("f(x)\\nif c:\\n  while d:\\n    y = g(x)\\n    if y: h(x)"))
    >>> [unparse(statement) for statement in found]
    ['y = g(x)', 'h(x)']
    """
    for statement in block:
        is_loop = isinstance(statement, (gast.For, gast.While))
        for part in blocks(statement):
            yield from in_loops(part, inside or is_loop)
        if inside and not blocks(statement):
            yield statement
