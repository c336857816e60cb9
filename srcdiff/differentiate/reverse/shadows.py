"""Make the adjoints of arrays: new ones, or the same part of another adjoint."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.owners import passed
from srcdiff.analyse.arrays.arrays import source
from srcdiff.analyse.arrays.ordered import zeros_like
from srcdiff.core.operations import ALLOCATORS, operation
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.contributions import Contributions
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    call,
    dotted,
    locate,
    name,
    rename,
    targets,
    tuple_of,
    walk_statements,
)


def shadows(facts: Facts, block: Block) -> Block:
    """Return the statements that make the adjoints of the arrays bound in a block.

    An array that is handed over gets the adjoint of the name that it is handed over to, and
    then its parts get theirs (`handed_back`).
    """
    new: Block = []
    handed = handed_sources(facts)
    missing: set[str] = set()
    for statement in block:
        for target in targets(statement):
            always = any(facts.layout.dominates(s, statement) for s in handed.get(target, ()))
            tail = target in facts.effects.owners and is_tail(statement, facts)
            if target in facts.members:
                continue  # it is made beside its array
            if always or tail or whole(facts, statement, target) in missing:
                missing.add(target)
            elif has_shadow(facts, target):
                new.append(shadow(facts, statement, target))
    return new


def has_shadow(facts: Facts, target: str) -> bool:
    """Return True if a name stands for an array that has an adjoint of its own.

    Backward functions get those of all results, also of what nobody reads.
    """
    if not Contributions(facts).is_memory(target):
        return False
    sites = facts.sites.values()
    return target in facts.active or any(
        target in [site.results[position] for position in site.pair.results] for site in sites
    )


def handed_sources(facts: Facts) -> dict[str, list[Statement]]:
    """Return the arrays that loops hand over to other names, and the statements that do so.

    The adjoint of such an array comes from there, where that is on all paths from where it is made.
    """
    found: dict[str, list[Statement]] = {}
    for owner in facts.effects.owners & facts.active.names:
        for statement in facts.layout.definitions[owner]:
            source = passed(statement)[owner]
            if source not in facts.effects.owners:
                found.setdefault(source, []).append(statement)
    return found


def is_tail(statement: Statement, facts: Facts) -> bool:
    """Return True if a statement hands arrays over to the next iteration of a loop."""
    around = facts.layout.loops(statement)
    return bool(around) and set(targets(statement)) <= set(facts.layout.carried(around[-1]))


def handed_back(facts: Facts, statement: Statement) -> Block:
    """Return the adjoint of a statement that hands arrays over: their adjoints go back.

    What a name stood for before has an adjoint of its own: zeros, as nobody reads it any more.
    The adjoints of parts are parts of the new ones.
    """
    owners = facts.effects.owners & facts.active.names
    pairs = {t: s for t, s in passed(statement).items() if t in owners}
    moves = [(adjoint(s), name(adjoint(t))) for t, s in pairs.items() if s in facts.active]
    new: Block = []
    if len(moves) == 1:
        new.append(assign(*moves[0], statement))
    elif moves:
        target = tuple_of([gast.Name(m, gast.Store(), None, None) for m, _ in moves], store=True)
        value = tuple_of([old for _, old in moves])
        new.append(locate(gast.Assign([target], value, None), statement))
    for owner in pairs:
        if owner not in pairs.values() and is_tail(statement, facts):
            zero = Contributions(facts).zero(owner)
            new.append(assign(adjoint(owner), zero, statement))
    return new + parts_of({*pairs, *pairs.values()}, facts, statement)


def parts_of(arrays: set[str], facts: Facts, place: Statement) -> Block:
    """Return the statements that make the adjoints of parts of arrays once more.

    Those parts that are made in the blocks around a place; further inside their turn is to come.
    """
    new: Block = []
    found = set(arrays)
    for statement in walk_statements(facts.core.tree.body):
        for target in targets(statement):
            is_part = target not in arrays and whole(facts, statement, target) in found
            around = is_part and facts.layout.dominates(statement, place)
            if around and has_shadow(facts, target):
                new.append(shadow(facts, statement, target))
                found.add(target)
    return new


def whole(facts: Facts, statement: Statement, target: str) -> str:
    """Return the array of which a name is a part, or another name; "" if it has its own memory."""
    if target in facts.effects.owners:
        return ""
    site = facts.sites.get(statement)
    position = site.results.index(target) if site and target in site.results else -1
    if site is not None and position in site.pair.aliases:
        return dotted(site.arguments[site.pair.aliases[position]])
    return source(statement, facts.types)


def shadow(facts: Facts, statement: Statement, target: str) -> Statement:
    """Return the statement that makes the adjoint of one array."""
    value = statement.value
    if target in facts.effects.owners:
        return assign(adjoint(target), Contributions(facts).zero(target), statement)
    array = whole(facts, statement, target)
    if array and statement in facts.sites:
        return assign(adjoint(target), name(adjoint(array)), statement)
    if array:
        return assign(adjoint(target), rename(value, {array: adjoint(array)}), statement)
    found = operation(value)
    if found is not None and found.function in ALLOCATORS:
        made = rename(value, {})
        if isinstance(value, gast.Call):
            made = gast.Call(locate(zeros(found.function), value), value.args, value.keywords)
        return assign(adjoint(target), locate(made, value), statement)
    like = zeros_like(value, target, facts.core.tree, facts.types)
    return assign(adjoint(target), call("np.zeros_like", name(like)), statement)


def zeros(function: object) -> Expression:
    """Return the name of the function that makes the adjoint of a new array."""
    made = ALLOCATORS[function]
    return gast.Attribute(name("np"), made.__name__, gast.Load())
