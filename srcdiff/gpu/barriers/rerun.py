"""Which part of a loop its saved values come from, and whether it can run a second time later."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.liveness import elements_read, liveness
from srcdiff.core.operations import standard
from srcdiff.gpu.barriers.barriers import is_barrier
from srcdiff.gpu.barriers.mirrored import Pair, stored
from srcdiff.gpu.launch.launched import Known
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import (
    Block,
    Statement,
    base,
    blocks,
    dotted,
    is_adjoint,
    is_comment,
    is_tape,
    own_part,
    own_writes,
    reads,
    targets,
    walk,
    walk_statements,
    with_blocks,
    writes,
)

EXITS = (gast.Break, gast.Continue, gast.Return, gast.Raise, gast.Assert, gast.Try, gast.With)


@dataclass(frozen=True)
class Rerun:
    """What runs again in an iteration, and the names that it takes from the iteration before."""

    body: Block
    carried: tuple[str, ...]


@dataclass(frozen=True)
class Between:
    """What runs from a loop up to another: the statements, and the names bound before them."""

    region: Block
    before: frozenset[str]


@dataclass(frozen=True)
class Context:
    """What is known of a kernel, beyond its text.

    `known` is what its launch knows; `shared` are the arrays of a block, `private` those that only
    one function of the adjoint changes, and that nothing else reads. Among the generated functions
    there are those that take part in what other threads do (`joint`), and those that change no
    arrays but adjoints (`readers`).
    """

    known: Known
    symbols: Symbols
    shared: Collection[str] = ()
    private: Collection[str] = ()
    joint: Collection[str] = ()
    readers: Collection[str] = ()


def needed(body: Block, arrays: Collection[str]) -> Block:
    """Return the statements that store into arrays, and those that these depend on.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements("saved[k] = v\\ntotal = total + v\\nw = 2.0 * v\\nv = w * x[k]")
    >>> [unparse(s) for s in needed(body, {"saved"})]
    ['saved[k] = v', 'w = 2.0 * v', 'v = w * x[k]']
    """
    wanted: set[str] = set()

    def part(block: Block) -> Block:
        new: Block = []
        for statement in block:
            inner = [part(b) for b in blocks(statement)]
            own = writes(statement.target) if isinstance(statement, gast.For) else set()
            if any(inner) or own & wanted:
                inner[0] = inner[0] or [gast.Pass()]
                new.append(with_blocks(statement, inner))
            elif set(targets(statement)) & wanted or stored(statement) & set(arrays):
                new.append(statement)
        return new

    while True:
        found = part(body)
        if reads(found) <= wanted:
            return found
        wanted |= reads(found)


def rerun(pair: Pair) -> Rerun:
    """Return what has to run again to save what a loop saves."""
    body = needed(pair.forward.body, pair.arrays)
    carried = liveness(body).before[body[0]] & writes(body)
    order = [n for s in walk_statements(pair.forward.body) for n in sorted(own_writes(s))]
    return Rerun(body, tuple(sorted(carried, key=order.index)))


def obstacle(pair: Pair, again: Rerun, path: Between, of: Context) -> str:
    """Return why a part of a loop cannot run again in its backward loop, "" if it can.

    It would use names of its own for all that it binds, and save what it takes from the iteration
    before. So all that is left is what it reads of others: that has to be as it was. `path` leads
    from one loop to the other.
    """
    both = list(walk_statements([*pair.forward.body, *pair.backward.body]))
    if any(isinstance(s, EXITS) for s in both):
        return "it may end early"
    if any(map(is_barrier, both)):
        return "it waits for other threads"
    used = reads([*again.body, pair.forward.iter])
    if used & set(of.shared) or any(map(is_adjoint, used)):
        return "it reads what other threads change"
    impure = effects(again.body, of.symbols)
    if impure & set(of.joint):
        return "other threads take part in it"
    if impure:
        return f"`{min(impure)}` has effects"
    lost = spoiled(pair, again, path, of)
    if lost:
        return f"`{base(min(lost))}` may change before the backward part"
    unset = [n for n in again.carried if n not in path.before]
    return f"`{base(unset[0])}` may have no value before it" if unset else ""


def spoiled(pair: Pair, again: Rerun, path: Between, of: Context) -> set[str]:
    """Return what a part of a loop reads of others, and may find changed when it runs again.

    Two names may be of the same array: where it reads elements of any, no other may change.
    """
    own = writes(again.body) | writes(pair.forward.target)
    outside = (reads(again.body) - own) | reads(pair.forward.iter)
    lost = outside & {n for s in path.region for n in own_writes(s)}
    elements = {n for s in [*again.body, pair.forward.iter] for n in elements_read(s)}
    is_bare = not any(of.symbols.is_array(n) for n in elements if not is_tape(n))
    arrays = changed(path.region, of) - pair.arrays
    return lost | {n for n in arrays if (n in elements if is_tape(n) else not is_bare)}


def effects(body: Block, symbols: Symbols) -> set[str]:
    """Return the functions that are called in a block, and may do more than return a value."""
    calls = [node for s in body for node in walk(s) if isinstance(node, gast.Call)]
    return {dotted(made.func) for made in calls if not is_harmless(made, symbols)}


def is_harmless(made: gast.Call, symbols: Symbols) -> bool:
    """Return True if a call does nothing but return a value, the same each time."""
    function = dotted(made.func)
    return function in symbols.pure or (
        standard(function) is not None and symbols.is_pure(function)
    )


def changed(region: Block, of: Context) -> set[str]:
    """Return the arrays that statements may change elements of, by whatever name.

    Those of saved values are among them, adjoints are not: these share no memory with others.
    """
    found: set[str] = set()
    for statement in region:
        if is_comment(statement):
            continue
        found |= stored(statement)
        if isinstance(statement, gast.AugAssign):
            found |= {n for n in own_writes(statement) if of.symbols.is_array(n)}
        calls = [node for node in walk(own_part(statement)) if isinstance(node, gast.Call)]
        for made in calls:
            if not is_harmless(made, of.symbols) and dotted(made.func) not in of.readers:
                found |= {n for n in reads(made.args) if of.symbols.is_array(n)}
    return {n for n in found if not is_adjoint(n)} - set(of.private)


def between(
    body: Block, first: Statement, last: Statement, known: Collection[str] = ()
) -> Between | None:
    """Return what runs from a statement up to the end of another, None if that is not plain.

    It is where both run once at most for each time that the block around both does. The `known`
    names have a value before the body.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements("a = 1\\nif c:\\n  b = 2\\n  p = a\\nd = 3\\nif c:\\n  q = b\\ne = 4")
    >>> found = between(body, body[1].body[1], body[3].body[0])
    >>> sorted(found.before), [unparse(s) for s in found.region if not blocks(s)]
    (['a', 'b'], ['p = a', 'd = 3', 'q = b'])
    """
    before = set(known)
    while True:
        start, end = position(body, first), position(body, last)
        if start is None or end is None or start > end:
            return None
        before |= definite(body[:start])
        if start != end or body[start] is first:
            break
        before |= own_writes(body[start])
        (body,) = [b for b in blocks(body[start]) if position(b, first) is not None]
    around = body[start]
    if not (is_within_branches(around, first) and is_within_branches(body[end], last)):
        return None
    every = list(walk_statements(body[start : end + 1]))
    region = every[every.index(first) : every.index(last)]
    return Between([*region, *walk_statements([last])], frozenset(before | inside(around, first)))


def position(block: Block, statement: Statement) -> int | None:
    """Return which statement of a block is, or has inside, another; None if none does."""
    found = [k for k, s in enumerate(block) if statement in walk_statements([s])]
    return found[0] if found else None


def is_within_branches(around: Statement, statement: Statement) -> bool:
    """Return True if a statement stands in another, if at all, in branches only."""
    while around is not statement:
        if not isinstance(around, gast.If):
            return False
        (around,) = [s for b in blocks(around) for s in b if statement in walk_statements([s])]
    return True


def inside(around: Statement, statement: Statement) -> set[str]:
    """Return the names that have a value before a statement in branches of another."""
    found: set[str] = set()
    while around is not statement:
        (block,) = [b for b in blocks(around) if position(b, statement) is not None]
        place = position(block, statement)
        found |= definite(block[:place])
        around = block[place or 0]
    return found


def definite(block: Block) -> set[str]:
    """Return the names that certainly have a value after a block.

    >>> from srcdiff.syntax import statements
    >>> sorted(definite(statements("a = 1\\nif c:\\n  b = 2\\n  d = 3\\nelse:\\n  b = 4")))
    ['a', 'b']
    """
    found: set[str] = set()
    for statement in block:
        if isinstance(statement, gast.If):
            found |= definite(statement.body) & definite(statement.orelse)
        elif not blocks(statement):
            found |= writes(statement)
    return found
