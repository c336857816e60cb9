"""Counters of `while` loops: what is `start + step * iteration` need not be saved."""

from __future__ import annotations

import gast

from srcdiff.differentiate.facts import Facts
from srcdiff.operations import is_copy
from srcdiff.syntax import Expression, Statement, binary, constant, name, number


def counting(facts: Facts) -> dict[str, tuple[int, int]]:
    """Return the saved values that count the iterations of a loop, with start and step.

    The loop is not repeated by another one whose backward part comes later, so that the
    number of an iteration is known in the backward part.
    """
    found = {}
    for value, saved in facts.plan.saved.items():
        loop = saved.loops[-1] if saved.loops else None
        if isinstance(loop, gast.While) and len(nest_of(loop, facts)) == 1:
            steps = steps_of(value, loop, facts)
            if steps is not None:
                found[value] = steps
    return found


def nest_of(loop: Statement, facts: Facts) -> list[Statement]:
    """Return a split loop and the split loops around it, outermost first."""
    around = facts.schedule.split_loops(loop, facts.layout)
    return [part for part in (*around, loop) if part is not facts.schedule.function]


def steps_of(value: str, loop: gast.While, facts: Facts) -> tuple[int, int] | None:
    """Return the first value of a counter and what is added in each iteration, or None."""
    layout = facts.layout
    made = layout.definitions.get(value, ())
    carried = value
    if len(made) == 1 and is_copy(made[0]) and made[0] in loop.body:
        carried = made[0].value.id  # its value at the beginning of the iteration
    ways = layout.definitions.get(carried, ())
    if len(ways) != 2 or not all(map(is_copy, ways)) or ways[1] not in loop.body:
        return None
    if layout.inside(ways[0], loop) or (carried != value and is_later(made[0], ways[1], facts)):
        return None
    start = only_definition(ways[0].value.id, facts)
    ahead = only_definition(ways[1].value.id, facts)
    if start is None or ahead is None or ahead not in loop.body:
        return None
    begin, step = number(start.value), step_from(ahead.value, carried)
    return (begin, step) if isinstance(begin, int) and step is not None else None


def is_later(first: Statement, second: Statement, facts: Facts) -> bool:
    """Tell whether one statement stands behind another."""
    return facts.layout.order[first] > facts.layout.order[second]


def only_definition(value: str, facts: Facts) -> Statement | None:
    """Return the assignment of a value that is bound once, or None."""
    made = facts.layout.definitions.get(value, ())
    return made[0] if len(made) == 1 and isinstance(made[0], gast.Assign) else None


def step_from(tree: Expression, counter: str) -> int | None:
    """Return the number that is added to a counter, or None for any other expression.

    >>> from srcdiff.syntax import expression
    >>> [step_from(expression(text), "i") for text in ("i + 2", "i - 1", "i * 2", "i + n")]
    [2, -1, None, None]
    """
    if not isinstance(tree, gast.BinOp) or not isinstance(tree.op, (gast.Add, gast.Sub)):
        return None
    step = number(tree.right)
    if not isinstance(step, int) or not isinstance(tree.left, gast.Name) or tree.left.id != counter:
        return None
    return step if isinstance(tree.op, gast.Add) else -step


def counted_value(start: int, step: int, iteration: str) -> Expression:
    """Return the value of a counter in an iteration with a number.

    >>> from srcdiff.syntax import unparse
    >>> [unparse(counted_value(*steps, "k")) for steps in ((0, 1), (1, 1), (5, -1), (-2, 2))]
    ['k', 'k + 1', '5 - k', '2 * k - 2']
    """
    value: Expression = name(iteration)
    if abs(step) != 1:
        value = binary(constant(abs(step)), gast.Mult(), value)
    if step < 0:
        return binary(constant(start), gast.Sub(), value)
    if start < 0:
        return binary(value, gast.Sub(), constant(-start))
    return binary(value, gast.Add(), constant(start)) if start else value
