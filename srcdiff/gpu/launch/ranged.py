"""Loops that halve, double or count in constants become loops over a range: nothing is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.launch.trip_counts import evaluated, first, steps_of, turns
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    call,
    clone,
    constant,
    dotted,
    each_block,
    fresh,
    locate,
    name,
    number,
    reads,
    whole_target,
    with_blocks,
    writes,
)

SHIFTS = {
    gast.FloorDiv: (gast.RShift, 2),
    gast.RShift: (gast.RShift, 1),
    gast.Mult: (gast.LShift, 2),
    gast.LShift: (gast.LShift, 1),
}


def ranged(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return a kernel in which such loops run over a range; `namespace` has its constants.

    Their counters follow from the iteration. A loop has to change its counter in its last
    statement, and its condition to depend on that only.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(ranged(function('''
    ... def f(y, t):
    ...     half = BLOCK // 2
    ...     while half > 0:
    ...         y[t] += y[t + half]
    ...         half //= 2
    ... '''), {"BLOCK": 64})))
    def f(y, t):
        half = BLOCK // 2
        for turn in range(6):
            half = BLOCK // 2 >> turn
            y[t] += y[t + half]
        half = 0
    """
    own = writes(tree.body)
    known = {n: constant(v) for n, v in namespace.items() if type(v) is int and n not in own}
    taken = all_names(tree)

    def block(old: Block) -> Block:
        new: Block = []
        for position, statement in enumerate(old):
            loop = None
            if isinstance(statement, gast.While) and not statement.orelse:
                loop = over_range(statement, old[:position], Known(frozenset(), known), taken)
            new += [statement] if loop is None else loop
        return new

    return each_block(tree, block)


def over_range(loop: gast.While, before: Block, known: Known, taken: set[str]) -> Block | None:
    """Return a loop over a range, and the statement that sets the counter to its last value."""
    plain = with_blocks(loop, [[*map(assigned, loop.body)], []])
    steps = steps_of(plain)
    count = turns(plain, [*map(assigned, before)], known)
    if not count or steps is None or len(steps) != 1 or steps[0] is not plain.body[-1]:
        return None
    counter, step = whole_target(steps[0]), steps[0].value
    value = first(counter, before, known)
    turn = fresh("turn", taken)
    at_turn = closed(step, counter, begun(counter, before, known), turn)
    if type(value) is not int or at_turn is None:
        return None
    taken.add(turn)
    for _ in range(count):
        value = evaluated(step, {counter: value})
    over = gast.Name(turn, gast.Store(), None, None)
    body = [assign(counter, at_turn, loop), *loop.body[:-1]]
    new = gast.For(over, call("range", constant(count)), body, [], None)
    return [locate(new, loop), assign(counter, constant(value), loop)]


def assigned(statement: Statement) -> Statement:
    """Return the assignment of the new value of a variable, for one that changes it."""
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
        counter = statement.target.id
        value = gast.BinOp(name(counter), statement.op, statement.value)
        return assign(counter, value, statement)
    return statement


def begun(counter: str, before: Block, known: Known) -> Expression:
    """Return what a counter is before its loop: as it is written, if that is made of constants."""
    for statement in reversed(before):
        if whole_target(statement) == counter and isinstance(statement, gast.Assign):
            if reads(statement.value) <= known.values.keys():
                return clone(statement.value)
            break
    return constant(first(counter, before, known))


def closed(step: Expression, counter: str, begin: Expression, turn: str) -> Expression | None:
    """Return a counter after `turn` steps, None for steps of which that is not known.

    >>> from srcdiff.syntax import expression, unparse
    >>> steps = "k // 2", "2 * k", "k << 1", "k + 3", "k - 1", "k * k"
    >>> found = [closed(expression(step), "k", expression("N"), "turn") for step in steps]
    >>> [unparse(part) if part else None for part in found]
    ['N >> turn', 'N << turn', 'N << turn', 'N + 3 * turn', 'N - turn', None]
    """
    if not isinstance(step, gast.BinOp):
        return None
    left, right = step.left, step.right
    if isinstance(step.op, (gast.Add, gast.Mult)) and dotted(right) == counter:
        left, right = right, left
    by, kind = number(right), type(step.op)
    if dotted(left) != counter or type(by) is not int:
        return None
    if kind in SHIFTS and SHIFTS[kind][1] == by:
        return gast.BinOp(begin, SHIFTS[kind][0](), name(turn))
    if not isinstance(step.op, (gast.Add, gast.Sub)):
        return None
    moved = name(turn) if by == 1 else gast.BinOp(constant(by), gast.Mult(), name(turn))
    return gast.BinOp(begin, step.op, moved)
