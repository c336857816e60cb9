"""Where each statement stands, and which statements bind each name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    own_part,
    reads,
    targets,
    walk_statements,
    writes,
)

Path = tuple[tuple[Statement, int], ...]  # enclosing statements, outermost first, and which block


@dataclass(frozen=True)
class Structure:
    """The layout of a function's body.

    `path` has the compound statements around a statement, `order` its place in the
    text, `definitions` the statements that bind a name, `readers` those that read it; `known` keeps
    what has been found of loops.
    """

    body: Block
    path: Mapping[Statement, Path]
    order: Mapping[Statement, int]
    definitions: Mapping[str, tuple[Statement, ...]]
    readers: Mapping[str, tuple[Statement, ...]]
    known: dict[Statement, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False)

    def loops(self, statement: Statement) -> tuple[Statement, ...]:
        """Return the loops around a statement, outermost first."""
        return tuple(s for s, _ in self.path[statement] if is_loop(s))

    def is_single(self, name: str) -> bool:
        """Return True if a name is bound once, or is a parameter."""
        return len(self.definitions.get(name, ())) <= 1

    def place(self, name: str) -> tuple[int, int]:
        """Return where a name is bound first: by which statement, and as which of its targets."""
        made = self.definitions[name][0]
        bound = targets(made)
        return self.order[made], bound.index(name) if name in bound else 0

    def inside(self, statement: Statement, outer: Statement) -> bool:
        """Return True if a statement stands in a block of a compound statement."""
        return any(around is outer for around, _ in self.path[statement])

    def is_over(self, first: Statement, second: Statement) -> bool:
        """Return True if a statement never runs after another one has run."""
        around = self.loops(second)
        return self.order[first] < self.order[second] and not any(
            self.inside(first, loop) for loop in around
        )

    def carried(self, loop: Statement) -> tuple[str, ...]:
        """Return the names that a loop passes on, from one iteration to the next or out."""
        if loop not in self.known:
            self.known[loop] = tuple(self.find_carried(loop))
        return self.known[loop]

    def find_carried(self, loop: Statement) -> Iterator[str]:
        """Return the names that a loop passes on, each once."""
        found: set[str] = set()
        for statement in loop.body:
            for name in targets(statement):
                around = self.definitions[name] + self.readers.get(name, ())
                outside = any(not self.inside(s, loop) and s is not loop for s in around)
                if outside and name not in found:
                    found.add(name)
                    yield name

    def carrier(self, name: str, statement: Statement) -> Statement | None:
        """Return the loop that passes on what a statement binds, if one does."""
        around = self.loops(statement)
        return around[-1] if around and name in self.carried(around[-1]) else None

    def is_carried(self, name: str) -> bool:
        """Return True if a loop passes a value on."""
        return any(self.carrier(name, s) is not None for s in self.definitions.get(name, ()))

    def initial(self, name: str) -> str:
        """Return the name of what a carried value is, or is a copy of, at first.

        It is "" for what no loop carries.
        """
        made = self.definitions.get(name, ())
        for statement in made:
            loop = self.carrier(name, statement)
            if loop is not None:
                before = [s for s in made if not self.inside(s, loop)]
                return copied(before[0].value) if before else ""
        return ""

    def dominates(self, first: Statement, second: Statement) -> bool:
        """Return True if the block of one statement encloses, or is, that of another."""
        path = self.path[first]
        return self.path[second][: len(path)] == path


def copied(value: Expression) -> str:
    """Return the array that a value is, or is a copy of, "" for any other value.

    >>> from srcdiff.syntax import expression
    >>> copied(expression("x")), copied(expression("x.copy()")), copied(expression("x + 1"))
    ('x', 'x', '')
    """
    if isinstance(value, gast.Call) and dotted(value.func).endswith(".copy") and not value.args:
        return dotted(value.func).removesuffix(".copy")
    return dotted(value)


def is_loop(statement: Statement) -> bool:
    """Return True if a statement is a loop."""
    return isinstance(statement, (gast.For, gast.While))


RECENT: list[Structure] = []  # as several passes in turn ask for that of the same function
KEPT = 4


def structure(body: Block) -> Structure:
    """Return the layout of a body.

    >>> from srcdiff.syntax import statements
    >>> body = statements("for i in r:\\n  a = i")
    >>> layout = structure(body)
    >>> [len(layout.path[s]) for s in layout.order]
    [0, 1]
    """
    for known in RECENT:
        if known.body is body and [*known.order] == [*walk_statements(body)]:
            return known
    found = structure_of(body)
    RECENT[:] = [found, *RECENT[: KEPT - 1]]
    return found


def structure_of(body: Block) -> Structure:
    """Find the layout of a body."""
    path: dict[Statement, Path] = {}
    order: dict[Statement, int] = {}
    definitions: dict[str, list[Statement]] = {}
    readers: dict[str, list[Statement]] = {}
    for statement, here in with_paths(body, ()):
        path[statement] = here
        order[statement] = len(order)
        for name in sorted(own_reads(statement)):
            readers.setdefault(name, []).append(statement)
        bound = statement.target if isinstance(statement, gast.For) else statement
        if bound is not statement or not blocks(statement):
            for name in sorted(writes(bound)):
                definitions.setdefault(name, []).append(statement)
    return Structure(
        body,
        path,
        order,
        {name: tuple(found) for name, found in definitions.items()},
        {name: tuple(found) for name, found in readers.items()},
    )


def with_paths(block: Block, here: Path) -> Iterator[tuple[Statement, Path]]:
    """Yield the statements of a block, and of the blocks inside, with where they stand."""
    around = [(iter(block), here)]
    while around:
        rest, path = around[-1]
        for statement in rest:
            yield statement, path
            inner = enumerate(blocks(statement))
            parts = [(iter(part), (*path, (statement, position))) for position, part in inner]
            if parts:
                around += reversed(parts)
                break
        else:
            around.pop()


def own_reads(statement: Statement) -> set[str]:
    """Return the names that a statement reads itself, not those that its blocks read."""
    return reads(own_part(statement))
