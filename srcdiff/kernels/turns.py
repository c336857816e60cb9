"""How often loops run that only depend on constants: as often as they do when they are tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.kernels.launched import Known
from srcdiff.syntax import (
    GROWING,
    Block,
    Expression,
    Statement,
    blocks,
    name,
    reads,
    targets,
    unparse,
    walk_statements,
    whole_target,
    writes,
)

MOST = 1024  # iterations that are tried
ARITHMETIC = (gast.Name, gast.Constant, gast.BinOp, gast.UnaryOp, gast.Compare, gast.BoolOp)
ENDS = (gast.Break, gast.Continue, gast.Return)
PARTS = (gast.operator, gast.unaryop, gast.cmpop, gast.boolop, gast.expr_context)


def turns_of(body: Block, known: Known) -> dict[str, int]:
    """Return how many rows arrays have in which a loop saves a value in each iteration.

    Those of which that is known. They grow in the loop, and stand in the same block.

    >>> from srcdiff.syntax import constant, rename, statements
    >>> body = statements('''
    ... saved = np.empty(1)
    ... half = N // 2
    ... while half > 0:
    ...     if count == len(saved):
    ...         saved = grow(saved)
    ...     half = half // 2
    ... ''')
    >>> body = [rename(s, {"saved": f"{GROWING}·1"}) for s in body]
    >>> turns_of(body, Known(frozenset(), {"N": constant(64)}))
    {'while·saved·1': 6}
    """
    found: dict[str, int] = {}
    for position, loop in enumerate(body):
        for part in blocks(loop):
            found |= turns_of(part, known)
        if not isinstance(loop, gast.While):
            continue
        made = {t for s in body[:position] for t in targets(s) if t.startswith(GROWING)}
        grown = made & writes(loop.body)
        count = turns(loop, body[:position], known) if grown else None
        found |= {t: count for t in grown if count is not None}
    return found


def turns(loop: gast.While, before: Block, known: Known) -> int | None:
    """Return how often a loop runs, None if that is not known."""
    if any(isinstance(s, ENDS) for s in walk_statements(loop.body)):
        return None
    steps = steps_of(loop)
    if steps is None:
        return None
    variables = set().union(*(reads(part) for part in (loop.test, *steps)))
    begun = {n: first(n, before, known) for n in variables}
    return tried(loop.test, steps, {n: v for n, v in begun.items() if v is not None})


def steps_of(loop: gast.While) -> list[Statement] | None:
    """Return the statements of a loop that its condition depends on, None if they are not simple.

    Each runs once in each iteration, and computes a number from others.
    """
    found: list[Statement] = []
    needed = reads(loop.test) & writes(loop.body)
    if not is_arithmetic(loop.test):
        return None
    while True:
        found = [s for s in loop.body if targets(s) and set(targets(s)) & needed]
        others = [s for s in loop.body if s not in found and writes(s) & needed]
        simple = all(whole_target(s) and is_arithmetic(s.value) for s in found)
        if others or not simple:
            return None
        more = needed | (set().union(*map(reads, found)) & writes(loop.body))
        if more == needed:
            return found
        needed = more


def is_arithmetic(tree: gast.AST) -> bool:
    """Tell whether an expression computes a number from numbers."""
    return all(isinstance(node, (*ARITHMETIC, *PARTS)) for node in gast.walk(tree))


def first(variable: str, before: Block, known: Known) -> Any:
    """Return the value that a variable has before a loop, None if that is not known."""
    for statement in reversed(before):
        if variable in writes(statement):
            whole = isinstance(statement, gast.Assign) and whole_target(statement) == variable
            return value_of(statement.value, known) if whole else None
    return value_of(name(variable), known)


def value_of(tree: Expression, known: Known) -> Any:
    """Return the value of an expression of constants, None for any other."""
    found = known.resolved(tree)
    if found is None or not is_arithmetic(found) or reads(found):
        return None
    return evaluated(found, {})


def evaluated(tree: Expression, values: Mapping[str, Any]) -> Any:
    """Return the value of an expression of numbers, None where it has none."""
    if not reads(tree) <= values.keys():
        return None
    try:
        return eval(unparse(tree), {"__builtins__": {}, **values})
    except ArithmeticError:
        return None


def tried(test: Expression, steps: list[Statement], values: dict[str, Any]) -> int | None:
    """Return how often a loop runs, None if that is not known, or too often to try."""
    for count in range(MOST + 1):
        going_on = evaluated(test, values)
        if not going_on:
            return None if going_on is None else count
        for step in steps:
            value = evaluated(after(step), values)
            if value is None:
                return None
            values[whole_target(step)] = value
    return None


def after(step: Statement) -> Expression:
    """Return the value that a statement gives its variable."""
    if isinstance(step, gast.AugAssign):
        return gast.BinOp(name(step.target.id), step.op, step.value)
    return step.value
