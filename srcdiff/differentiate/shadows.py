"""Make the adjoints of arrays: new ones, or the same part of another adjoint."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.analyse.arrays import source
from srcdiff.differentiate.contributions import Contributions
from srcdiff.differentiate.facts import Facts
from srcdiff.operations import ALLOCATORS, operation
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
)


def shadows(facts: Facts, block: Block) -> Block:
    """Return the statements that make the adjoints of the arrays bound in a block."""
    new: Block = []
    for statement in block:
        for target in targets(statement):
            if Contributions(facts).is_memory(target) and target in facts.active:
                new.append(shadow(facts, statement, target))
    return new


def shadow(facts: Facts, statement: Statement, target: str) -> Statement:
    """Return the statement that makes the adjoint of one array."""
    value = statement.value
    if isinstance(value, gast.Name):
        return assign(adjoint(target), name(adjoint(value.id)), statement)
    site = facts.sites.get(statement)
    position = site.results.index(target) if site and target in site.results else -1
    if site is not None and position in site.pair.aliases:
        argument = dotted(site.arguments[site.pair.aliases[position]])
        return assign(adjoint(target), name(adjoint(argument)), statement)
    viewed = source(statement, facts.types)
    if viewed:
        return assign(adjoint(target), rename(value, {viewed: adjoint(viewed)}), statement)
    found = operation(value)
    if found is not None and found.function in ALLOCATORS:
        made = rename(value, {})
        if isinstance(value, gast.Call):
            made = gast.Call(locate(zeros(found.function), value), value.args, value.keywords)
        return assign(adjoint(target), locate(made, value), statement)
    like = target
    if found is not None and found.function is np.copy:
        like = dotted(found.operands[0])  # the forward sweep may not need the copy
    return assign(adjoint(target), call("np.zeros_like", name(like)), statement)


def zeros(function: object) -> Expression:
    """Return the name of the function that makes the adjoint of a new array."""
    made = ALLOCATORS[function]
    return gast.Attribute(name("np"), made.__name__, gast.Load())
