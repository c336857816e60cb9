"""Leave the body of a `try` where an exception is raised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.syntax import (
    ENDS,
    Block,
    Expression,
    assign,
    blocks,
    clone,
    constant,
    ends_with,
    locate,
    name,
    walk_statements,
    with_blocks,
)


@dataclass(frozen=True)
class Points:
    """Where the body of a `try` raises: statement -> place of its handler, and the handlers.

    With a `flag` it says which handler is to run; without, the handlers stand there.
    """

    places: Mapping[int, int]
    handlers: tuple[Block, ...]
    flag: str

    def inside(self, trees: Block) -> bool:
        """Return True if some statements raise."""
        return any(id(s) in self.places for s in walk_statements(trees))


def is_flag(points: Points, place: int) -> Expression:
    """Return the test of which handler is to run; 0 is none."""
    return gast.Compare(name(points.flag), [gast.Eq()], [constant(place)])


def chosen(points: Points, is_last: bool, place: gast.AST) -> Block:
    """Return the statements that run the handler that the flag says.

    With `is_last` one has to run, as what raises nothing does not come here.
    """
    new: Block = []
    for k, handler in reversed(list(enumerate(points.handlers, start=1))):
        if is_last and k == len(points.handlers):
            new = handler
        else:
            new = [locate(gast.If(is_flag(points, k), handler or [gast.Pass()], new), place)]
    return new


def is_direct(body: Block, points: Points) -> bool:
    """Return True if handlers can stand where something is raised, each once or a short one."""
    used = list(points.places.values())
    short = all(
        used.count(k) <= 1 or (len(handler) <= 1 and not any(map(blocks, handler)))
        for k, handler in enumerate(points.handlers)
    )
    return short and not needs_flag(body, points)


def needs_flag(block: Block, points: Points) -> bool:
    """Return True if something is raised in a loop, or on some paths through a branch only."""
    for position, statement in enumerate(block):
        if not points.inside([statement]) or isinstance(statement, gast.Raise):
            continue
        if not isinstance(statement, gast.If):
            return True
        for part in blocks(statement):
            followed = position < len(block) - 1
            if points.inside(part) and followed and not ends_with(part, ENDS):
                return True
            if needs_flag(part, points):
                return True
    return False


def leave(block: Block, points: Points, in_loop: bool) -> Block:
    """Return a block that ends where it raises."""
    new: Block = []
    for position, statement in enumerate(block):
        rest = block[position + 1 :]
        if not points.inside([statement]):
            new.append(statement)
        elif isinstance(statement, gast.Raise):
            return [*new, *taken(statement, points, in_loop)]
        elif isinstance(statement, gast.If):
            parts = blocks(statement)
            if in_loop or not all(ends_with(part, ENDS) for part in parts if points.inside(part)):
                parts = [leave(part, points, in_loop) for part in parts]
                new.append(with_blocks(statement, [parts[0] or [gast.Pass()], parts[1]]))
                return [*new, *onward(rest, points, in_loop, statement)]
            parts = [p if ends_with(p, ENDS) else p + rest for p in parts]
            parts = [leave(part, points, in_loop) for part in parts]
            return [*new, with_blocks(statement, [parts[0] or [gast.Pass()], *parts[1:]])]
        else:
            parts = blocks(statement)
            parts = [leave(parts[0], points, True), *(leave(p, points, in_loop) for p in parts[1:])]
            new.append(with_blocks(statement, parts))
            return [*new, *onward(rest, points, in_loop, statement, left=True)]
    return new


def taken(statement: gast.Raise, points: Points, in_loop: bool) -> Block:
    """Return what stands in the place of a `raise`."""
    place = points.places[id(statement)]
    if not points.flag:
        return [clone(s) for s in points.handlers[place]]
    mark = assign(points.flag, constant(place + 1), statement)
    return [mark, locate(gast.Break(), statement)] if in_loop else [mark]


def onward(
    rest: Block, points: Points, in_loop: bool, place: gast.AST, left: bool = False
) -> Block:
    """Return the statements that follow unless something was raised.

    In a loop what raised has left it, or with `left` the loop inside.
    """
    if in_loop:
        stop = gast.Compare(name(points.flag), [gast.NotEq()], [constant(0)])
        leaving = [locate(gast.If(stop, [gast.Break()], []), place)] if left else []
        return [*leaving, *leave(rest, points, in_loop)]
    if not rest:
        return []
    return [locate(gast.If(is_flag(points, 0), leave(rest, points, in_loop), []), place)]
