"""Loops that surely run once: a value from before them may be dead inside and after them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.types.own_inference.constant_tests import literal
from srcdiff.core.operators import COMPARISONS
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    targets,
    walk_statements,
    writes,
)

LIMITS = {"np.inf": math.inf, "math.inf": math.inf}


def certain_loops(body: Block) -> frozenset[Statement]:
    """Return the loops of a body that surely run once where they are reached.

    >>> from srcdiff.syntax import statements
    >>> body = statements("k = 0\\nwhile k < n: k = k + 1\\nk = 0\\nwhile k < 9: k = k + 1")
    >>> body[3] in certain_loops(body), body[1] in certain_loops(body)
    (True, False)
    """
    if not any(isinstance(s, (gast.For, gast.While)) for s in walk_statements(body)):
        return frozenset()
    found: set[Statement] = set()
    enter(body, {}, found)
    return frozenset(found)


def enter(block: Block, values: dict[str, Expression], found: set[Statement]) -> None:
    """Enter the certain loops of a block; `values` has what variables are bound to by literals."""
    for statement in block:
        if isinstance(statement, (gast.For, gast.While)):
            head = statement.test if isinstance(statement, gast.While) else statement.iter
            if begins(head, values):
                found.add(statement)
        changed = writes([statement])
        inner = values
        if isinstance(statement, (gast.For, gast.While)):
            inner = {n: value for n, value in values.items() if n not in changed}
        for part in blocks(statement):
            enter(part, dict(inner), found)
        for title in changed:
            values.pop(title, None)
        bound = targets(statement)
        if isinstance(statement, gast.Assign) and len(bound) == 1:
            value = known(statement.value, values)
            if isinstance(statement.targets[0], gast.Name) and value is not None:
                values[bound[0]] = gast.Constant(value, None)


def begins(head: Expression, values: Mapping[str, Expression]) -> bool:
    """Return True if the first test of a loop is known to hold, or its range to be not empty.

    `head` is the test or the call of `range`; `values` has what names are bound to that have one
    value.

    >>> from srcdiff.syntax import expression
    >>> values = {"error": expression("np.inf"), "flag": expression("True"), "n": expression("0")}
    >>> texts = "flag and error > 1e-9", "n < 3", "range(n, 2)", "range(n)", "error > tolerance"
    >>> [begins(expression(text), values) for text in texts]
    [True, True, True, False, False]
    """
    if isinstance(head, gast.Call):
        parts = [known(part, values) for part in head.args]
        whole = dotted(head.func) == "range" and all(isinstance(part, int) for part in parts)
        return whole and 0 not in parts[2:] and len(range(*parts)) > 0
    return bool(known(head, values))


def known(tree: Expression, values: Mapping[str, Expression]) -> Any:
    """Return the value that an expression is known to have, or None."""
    seen: set[str] = set()
    while isinstance(tree, gast.Name) and tree.id in values and tree.id not in seen:
        seen.add(tree.id)
        tree = values[tree.id]
    match tree:
        case gast.Constant(value=value):
            return value if isinstance(value, (bool, int, float)) else None
        case gast.UnaryOp(op=gast.Not(), operand=operand):
            inner = known(operand, values)
            return None if inner is None else not inner
        case gast.BoolOp(op=op, values=parts):
            decides = isinstance(op, gast.Or)
            truths = [None if v is None else bool(v) for v in (known(p, values) for p in parts)]
            return decides if decides in truths else None if None in truths else not decides
        case gast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            sides = [known(left, values), known(right, values)]
            return None if None in sides else COMPARISONS[type(op)](*sides)
    return LIMITS.get(dotted(tree), literal(tree))
