"""Loops that save values in each iteration, and the loops that read these in the reverse order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import gast

from srcdiff.optimise.arithmetic.integers import terms_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    is_range,
    is_tape,
    key,
    members,
    name,
    number,
    range_parts,
    root,
    walk,
    walk_statements,
)


@dataclass(frozen=True)
class Pair:
    """A loop, the loop that runs it backward, and the arrays that only these two access.

    The first saves values in them, one place along the first axis for each iteration.
    """

    forward: gast.For
    backward: gast.For
    arrays: frozenset[str]


def candidates(body: Block, done: Collection[str]) -> Iterator[Statement]:
    """Yield the loops that save values in each iteration which are read after them.

    Only the outermost ones; `done` are the arrays of saved values that do not count.
    """
    for statement in walk_statements(body):
        if isinstance(statement, (gast.For, gast.While)):
            arrays = saved_in(statement) - set(done)
            if any(loads(body, a) > loads([statement], a) for a in arrays):
                yield statement


def saved_in(loop: Statement) -> set[str]:
    """Return the arrays that a loop saves values in."""
    return {a for s in walk_statements([loop]) for a in stored(s) if is_tape(a)}


def loads(body: Block, array: str) -> int:
    """Return how often a block reads elements of an array."""
    nodes = (node for statement in body for node in walk(statement))
    return sum(
        isinstance(node, gast.Subscript)
        and isinstance(node.ctx, gast.Load)
        and dotted(node.value) == array
        for node in nodes
    )


def pair_of(loop: gast.For, arrays: Collection[str], tree: gast.FunctionDef) -> Pair | None:
    """Return a loop with the one that reads all that it saves, in the reverse order.

    Each place in the arrays has to be of one iteration; nothing else may use the arrays.
    """
    start, stop, _ = range_parts(loop.iter)
    every = uses(tree.body, arrays)
    for other in walk_statements(tree.body):
        if not isinstance(other, gast.For) or other is loop or not is_range(other.iter):
            continue
        last, end, step = range_parts(other.iter)
        reverse = distance(last, stop) == -1 and distance(end, start) == -1
        if not reverse or number(step) != -1 or not loads([other], min(arrays)):
            continue
        own = accesses([loop], arrays), accesses([other], arrays)
        whole = every == len(own[0]) + len(own[1]) + len(arrays)  # made once each
        stores = all(isinstance(part.ctx, gast.Store) for part in own[0])
        reading = all(isinstance(part.ctx, gast.Load) for part in own[1])
        in_order = all(
            distance(members(part.slice)[0], name(side.target.id), start) == 0
            for side, parts in zip((loop, other), own, strict=True)
            for part in parts
        )
        if whole and stores and reading and in_order:
            return Pair(loop, other, frozenset(arrays))
    return None


def uses(body: Block, arrays: Collection[str]) -> int:
    """Return how often the names of some arrays occur in a block."""
    nodes = (node for statement in body for node in walk(statement))
    return sum(isinstance(node, gast.Name) and node.id in arrays for node in nodes)


def accesses(body: Block, arrays: Collection[str]) -> list[Expression]:
    """Return all elements of some arrays that a block reads or writes."""
    nodes = (node for statement in body for node in walk(statement))
    return [n for n in nodes if isinstance(n, gast.Subscript) and dotted(n.value) in arrays]


def distance(first: Expression, *others: Expression) -> int | None:
    """Return a sum of integers less the first of others and plus the rest, if that is a number.

    >>> from srcdiff.syntax import expression
    >>> distance(expression("2 * n - 1"), expression("2 * n")), distance(expression("n"), name("m"))
    (-1, None)
    >>> distance(expression("t - 1"), expression("t"), expression("1"))
    0
    """
    counts: dict[object, int] = {}
    found = 0
    signs = (1, -1, *[1] * (len(others) - 1))
    for sign, tree in zip(signs, (first, *others), strict=True):
        for count, part in terms_of(tree, sign):
            value = number(part)
            if isinstance(value, int):
                found += count * value
            else:
                counts[key(part)] = counts.get(key(part), 0) + count
    return None if any(counts.values()) else found


def stored(statement: Statement) -> set[str]:
    """Return the arrays of which a statement changes elements itself."""
    if isinstance(statement, gast.AugAssign):
        sides = [statement.target]
    else:
        sides = [p for t in getattr(statement, "targets", []) for p in members(t)]
    return {root(side) for side in sides if isinstance(side, gast.Subscript)}
