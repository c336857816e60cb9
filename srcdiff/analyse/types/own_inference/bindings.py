"""What the names of a function are bound to, and which of its statements can run."""

from __future__ import annotations

from collections.abc import Container, Mapping, Set
from typing import Any

import gast

from srcdiff.analyse.types.own_inference.constant_tests import Constants
from srcdiff.analyse.types.own_inference.signatures import Undecided
from srcdiff.core.values import UNBOUND
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    callee_of,
    parameters,
    targets,
    walk_statements,
    with_blocks,
)


def bindings(tree: gast.FunctionDef) -> dict[str, list[Expression | None]]:
    """Return what the names of a function are bound to, None for what is no expression."""
    found: dict[str, list[Expression | None]] = {name: [None] for name in parameters(tree)}
    for name, values in bindings_in(tree.body).items():
        found.setdefault(name, []).extend(values)
    return found


def bindings_in(block: Block) -> dict[str, list[Expression | None]]:
    """Return what names are bound to in a block."""
    found: dict[str, list[Expression | None]] = {}
    for statement in walk_statements(block):
        value = statement.value if isinstance(statement, gast.Assign) else None
        bound = targets(statement)
        if isinstance(statement, gast.For):
            bound = tuple(n.id for n in (statement.target,) if isinstance(n, gast.Name))
        parts: list[Expression | None] = [None] * len(bound)
        if value is not None and len(bound) == 1 and isinstance(statement.targets[0], gast.Name):
            parts = [value]
        elif isinstance(value, gast.Tuple) and len(value.elts) == len(bound):
            parts = list(value.elts)
        for name, part in zip(bound, parts, strict=True):
            found.setdefault(name, []).append(part)
    return found


def known(
    bound: Mapping[str, Expression | None], own: Set[str], surroundings: Mapping[str, Any]
) -> Constants:
    """Return what is known of names, by what they are bound to."""
    values = {name: value for name, value in bound.items() if value is not None}
    return Constants(values, own - values.keys(), surroundings)


def live(block: Block, constants: Constants) -> Block:
    """Return a block without the branches that Numba leaves out."""
    new: Block = []
    for statement in block:
        inner = blocks(statement)
        if isinstance(statement, gast.If):
            truth = constants.truth(statement.test)
            if truth is not None:
                new += reached(live(inner[0] if truth else inner[1], constants))
                continue
        if inner:
            parts = [reached(live(part, constants)) for part in inner]
            statement = with_blocks(statement, parts)
        new.append(statement)
    return new


def reached(block: Block) -> Block:
    """Return the statements of a block up to the first one after which nothing can run."""
    last = next((k for k, statement in enumerate(block) if ends(statement)), len(block))
    return block[: last + 1]


def is_no_value(value: Expression | None, empty: Container[str]) -> bool:
    """Return True if a name is bound to no value, or to another one that is."""
    if isinstance(value, gast.Name):
        return value.id in empty
    return callee_of(value) == UNBOUND


def check_ends(block: Block) -> None:
    """Make sure that all statements can be reached."""
    for position, statement in enumerate(block):
        for inner in blocks(statement):
            check_ends(inner)
        if ends(statement) and position < len(block) - 1:
            raise Undecided


def ends(statement: Statement) -> bool:
    """Return True if nothing after a statement can run."""
    if isinstance(statement, gast.If):
        return ends_block(statement.body) and ends_block(statement.orelse)
    return isinstance(statement, gast.Raise)


def ends_block(block: Block) -> bool:
    """Return True if nothing after a block can run."""
    return bool(block) and ends(block[-1])
