"""What names stand for where loops begin: Numba leaves out a loop that it sees never to run."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.types.own_inference.bindings import bindings_in
from srcdiff.syntax import Block, Expression, Statement, blocks, reads, walk_statements

Values = dict[str, Expression | None]
ANOTHER = gast.Constant("what a name stood for earlier", None)  # no number: left to Numba


def before_loops(block: Block, once: Mapping[str, Expression | None]) -> dict[Statement, Values]:
    """Return what names stand for where each `while` begins, None where it depends on the way.

    `once` has the values of the names that are bound once, which count everywhere.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements("i = 0; n = i; i = 4\\nwhile i > n: i -= 1\\nwhile i: n += 1")
    >>> for found in before_loops(body, {}).values():
    ...     print({name: value and unparse(value).strip() for name, value in found.items()})
    {'i': '4', 'n': '0'}
    {'i': None, 'n': '0'}
    """
    reaching = _Reaching(once)
    if any(isinstance(s, gast.While) for s in walk_statements(block)):
        reaching.block(block)
    return reaching.found


class _Reaching:
    """The way through a function, with what names stand for at each place."""

    def __init__(self, once: Mapping[str, Expression | None]) -> None:
        self.once = once
        self.now: Values = {}
        self.in_values: dict[str, set[str]] = {}  # the names whose values have a name in them
        self.found: dict[Statement, Values] = {}

    def block(self, block: Block) -> None:
        """Go through a block."""
        for statement in block:
            bound = bindings_in([statement])
            inner = blocks(statement)
            if isinstance(statement, gast.While):
                self.found[statement] = {**self.once, **self.now}
            if isinstance(statement, (gast.For, gast.While)):
                self.bind(dict.fromkeys(bound))
            for part in inner:
                self.block(part)
            last = {name: values[-1] for name, values in bound.items()}
            self.bind(dict.fromkeys(bound) if inner else last)

    def bind(self, bound: Values) -> None:
        """Bind names to values."""
        new = {n: v for n, v in bound.items() if n not in self.once}
        values = {
            n: self.now.get(v.id, v) if isinstance(v, gast.Name) else v for n, v in new.items()
        }
        for name in new:
            for other in self.in_values.pop(name, ()):
                self.now[other] = ANOTHER
        self.now.update(values)
        for name, value in values.items():
            for part in reads(value) if value is not None else ():
                self.in_values.setdefault(part, set()).add(name)
