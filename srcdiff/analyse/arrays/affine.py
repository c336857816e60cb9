"""Subscripts as a counter of a loop plus a constant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.iterated.linear import Linear, linear
from srcdiff.syntax import Expression, number


@dataclass(frozen=True)
class Affine:
    """A subscript `counter + offset`; without a counter, a constant."""

    counter: str
    offset: int


@dataclass(frozen=True)
class Counter:
    """What is known of a loop's counter: its step (0: unknown) and whether it is >= low."""

    step: int
    low: int | None


def counters(layout: Structure) -> dict[str, Counter]:
    """Return what is known of the counters of all `for` loops.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import statements
    >>> counters(structure(statements("for i in range(1, n):\\n  a = i")))
    {'i': Counter(step=1, low=1)}
    """
    found = {}
    for statement in layout.order:
        if isinstance(statement, gast.For) and isinstance(statement.target, gast.Name):
            found[statement.target.id] = describe(statement.iter.args)
    return found


def describe(parts: Sequence[Expression]) -> Counter:
    """Return what is known of a counter, from the arguments of `range`."""
    start = number(parts[0]) if len(parts) > 1 else 0
    stop = number(parts[1]) if len(parts) > 1 else None
    step = number(parts[2]) if len(parts) == 3 else 1
    if not isinstance(step, int):
        return Counter(0, None)
    if step > 0:
        return Counter(step, start if isinstance(start, int) else None)
    return Counter(step, stop + 1 if isinstance(stop, int) else None)


def affine(index: Expression, known: Mapping[str, Counter]) -> Affine | None:
    """Return a subscript as `counter + constant`, if it is one.

    >>> from srcdiff.syntax import expression
    >>> affine(expression("i - 1"), {"i": Counter(1, 1)})
    Affine(counter='i', offset=-1)
    """

    def counter(tree: Expression) -> Linear | None:
        return {tree.id: 1} if isinstance(tree, gast.Name) and tree.id in known else None

    found = linear(index, counter)
    if found is None:
        return None
    moving = [term for term in found if term]
    if len(moving) > 1 or any(found[term] != 1 for term in moving):
        return None
    return Affine("".join(moving), found.get("", 0))


def is_positive(part: Affine, known: Mapping[str, Counter]) -> bool:
    """Return True if a subscript is certainly not negative."""
    if not part.counter:
        return part.offset >= 0
    low = known[part.counter].low
    return low is not None and low + part.offset >= 0
