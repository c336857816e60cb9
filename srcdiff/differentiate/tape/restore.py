"""Find the values of an iteration again, at the start of its backward part."""

from __future__ import annotations

import gast

from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.counting import stepped
from srcdiff.differentiate.tape.tapes import Tapes
from srcdiff.syntax import (
    Block,
    Statement,
    reads,
    targets,
    writes,
)


def restore(
    facts: Facts,
    tapes: Tapes,
    block: Block,
    loop: Statement | None = None,
    known: frozenset[str] = frozenset(),
) -> Block:
    """Return the statements that load the saved values of a block and compute the others.

    `loop` is the loop whose body the block is, if it is one; `known` are values that have been
    got back before, where the block is a branch.
    """
    plan = facts.plan
    new: Block = []
    if loop is not None:
        for value in facts.layout.carried(loop):
            if value in plan.saved:
                new += tapes.load(value, loop)
            elif value in plan.recomputed:
                new.append(stepped(value, loop, facts))
    for statement in block:
        if isinstance(statement, gast.If):
            new += restore_joined(facts, tapes, statement, known)
            continue
        if isinstance(statement, (gast.For, gast.While)):
            if statement in tapes.trips and tapes.trips[statement] in tapes.of:
                new += tapes.load(tapes.trips[statement], statement)
            continue
        new += restore_simple(facts, tapes, statement, known)
    return new


def restored_in_branches(facts: Facts, block: Block) -> frozenset[str]:
    """Return the saved values that the branches in what `restore` has written get back."""
    branches = [s for s in block if isinstance(s, gast.If)]
    return frozenset(writes(branches) & set(facts.plan.saved))


def restore_simple(
    facts: Facts, tapes: Tapes, statement: Statement, known: frozenset[str]
) -> Block:
    """Return what gets the value of one statement back, if it is needed."""
    bound = [t for t in targets(statement) if facts.layout.is_single(t)]
    if any(t in facts.plan.recomputed for t in bound):
        return [facts.again(statement)]
    needed = [t for t in bound if t not in known]  # of those that are saved there is a load
    return [s for t in needed for s in tapes.load(t, statement)]


def restore_joined(facts: Facts, tapes: Tapes, statement: gast.If, known: frozenset[str]) -> Block:
    """Return what gets the values back that the branches of an `if` join."""
    plan = facts.plan
    parts = (statement.body, statement.orelse)
    own = {*statement.body, *statement.orelse}
    bound = {t for s in own for t in targets(s) if not facts.layout.is_single(t)}
    # not what a loop inside carries: that is got back in each of its iterations
    joined = {t for t in bound if own.issuperset(facts.layout.definitions[t])}
    wanted = {t for t in joined if t in plan.recomputed}
    new: Block = []
    if wanted:
        ways = [feeding(facts, tapes, part, wanted, known) for part in parts]
        branch = gast.If(statement.test, ways[0] or [gast.Pass()], ways[1])
        new.append(gast.copy_location(branch, statement))
    for value in sorted(joined - known):
        new += tapes.load(value, statement)
    return new


def feeding(
    facts: Facts, tapes: Tapes, block: Block, wanted: set[str], known: frozenset[str]
) -> Block:
    """Return the part of a branch that computes the values it passes on."""
    wanted = set(wanted)
    new: Block = []
    for statement in reversed(block):
        if isinstance(statement, gast.If):
            inner = (statement.body, statement.orelse)
            parts = [feeding(facts, tapes, part, wanted, known) for part in inner]
            if any(parts):
                branch = gast.If(statement.test, parts[0] or [gast.Pass()], parts[1])
                new.insert(0, gast.copy_location(branch, statement))
                wanted |= reads(branch)
        elif set(targets(statement)) & wanted:
            if set(targets(statement)) & set(facts.plan.saved):
                needed = [t for t in targets(statement) if t not in known]
                new[0:0] = [s for t in needed for s in tapes.load(t, statement)]
            else:
                new.insert(0, facts.again(statement))
                wanted |= reads(new[0])
    return new
