"""Counters: what is `start + step * iteration` need not be saved."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.arrays.induction import induction
from srcdiff.analyse.flow.storage import Saved
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.tape.tape_shapes import elapsed
from srcdiff.syntax import SEPARATOR, Expression, Statement, assign, binary, constant, name, number


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
    found = induction(value, loop, facts.layout)
    made = facts.layout.definitions.get(found.entry, ()) if found is not None else ()
    if found is None or len(made) != 1 or not isinstance(made[0], gast.Assign):
        return None
    begin = number(made[0].value)
    return (begin, found.step) if isinstance(begin, int) else None


def stepped(value: str, loop: gast.For, facts: Facts) -> Statement:
    """Return the statement that computes what a loop changes by a fixed number again."""
    found = induction(value, loop, facts.layout)
    assert found is not None
    ahead = elapsed(loop)
    if abs(found.step) != 1:
        ahead = binary(constant(abs(found.step)), gast.Mult(), ahead)
    sign = gast.Add() if found.step > 0 else gast.Sub()
    return assign(value, binary(name(found.entry), sign, ahead), loop)


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


def counts(facts: Facts) -> dict[Statement, str]:
    """Return the names of the numbers of iterations of the active `while` loops."""
    found: dict[Statement, str] = {}
    for loop in facts.layout.order:
        split = loop in facts.schedule.active and loop not in facts.schedule.rerun
        if isinstance(loop, gast.While) and split:
            found[loop] = f"while{SEPARATOR}trips{SEPARATOR}{len(found) + 1}"
    return found


def saved_counts(trips: Mapping[Statement, str], facts: Facts) -> list[Saved]:
    """Return the numbers of iterations that are saved, as an outer loop overwrites them."""
    found = []
    for loop, value in trips.items():
        around = facts.schedule.split_loops(loop, facts.layout)
        if around:
            reason = "the number of iterations"
            found.append(Saved(value, around, numba_types.int64, reason))
    return found
