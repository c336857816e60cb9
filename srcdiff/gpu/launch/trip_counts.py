"""How often `while` loops run: those of constants are tried, those that count have a limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.gpu.launch.launched import Known
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    call,
    constant,
    dotted,
    has_operator,
    name,
    number,
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


def most(loop: gast.While, before: Block, known: Known) -> Expression | None:
    """Return how often a loop runs at most, for a loop that counts up to what the launch knows.

    >>> from srcdiff.syntax import statements
    >>> *before, loop = statements("k = 1\\nwhile more and k <= n:\\n  k += 1\\n  more = x[k] > 0")
    >>> unparse(most(loop, before, Known(frozenset({"n"}), {})))
    'max(n + 1 - 1, 0)'
    """
    test = loop.test
    for part in test.values if is_every(test) else [test]:
        if not isinstance(part, gast.Compare) or len(part.ops) != 1:
            continue
        counter, (end,) = dotted(part.left), part.comparators
        reached = isinstance(part.ops[0], gast.LtE)
        if not counts_up(loop, counter) or not (reached or isinstance(part.ops[0], gast.Lt)):
            continue
        value = begun(counter, before)
        begin = None if value is None else known.resolved(value)
        limit = None if reads(end) & writes(loop.body) else known.resolved(end)
        if begin is not None and limit is not None:
            limit = gast.BinOp(limit, gast.Add(), constant(1)) if reached else limit
            return call("max", gast.BinOp(limit, gast.Sub(), begin), constant(0))
    return None


def is_every(tree: Expression) -> bool:
    """Return True if an expression joins conditions by `and`."""
    return has_operator(tree, gast.And)


def counts_up(loop: gast.While, counter: str) -> bool:
    """Return True if each iteration of a loop adds a positive integer to a counter."""
    if any(isinstance(s, gast.Continue) for s in walk_statements(loop.body)):
        return False
    variable, end = counter, len(loop.body)
    while True:  # through the versions of the counter
        place = bound_at(loop, variable)
        if place is None or place >= end:
            return False
        value, end = after(loop.body[place]), place
        if not isinstance(value, gast.Name):
            break
        variable = value.id
    is_sum = has_operator(value, gast.Add)
    by = number(value.right) if is_sum and dotted(value.left) == counter else None
    return isinstance(by, int) and by > 0


def bound_at(loop: gast.While, variable: str) -> int | None:
    """Return which statement of a loop gives a variable its only value in each iteration."""
    found = [s for s in walk_statements(loop.body) if variable in writes(s)]
    if len(found) != 1 or found[0] not in loop.body or variable not in targets(found[0]):
        return None
    place: int = loop.body.index(found[0])
    return place


def begun(variable: str, before: Block) -> Expression | None:
    """Return the value that a variable has before a loop, None if statements before hide it."""
    for statement in reversed(before):
        if variable in writes(statement):
            whole = isinstance(statement, gast.Assign) and whole_target(statement) == variable
            return statement.value if whole else None
    return name(variable)


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
    """Return True if an expression computes a number from numbers."""
    return all(isinstance(node, (*ARITHMETIC, *PARTS)) for node in gast.walk(tree))


def first(variable: str, before: Block, known: Known) -> Any:
    """Return the value that a variable has before a loop, None if that is not known."""
    value = begun(variable, before)
    return None if value is None else value_of(value, known)


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
