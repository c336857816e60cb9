"""Can an access of an array meet the element of an earlier one, in the same or a later iteration?

Both run under conditions (iterations.py). If there is no way to meet these, to come later, and to
have the same subscripts, they never meet. A negative subscript counts from the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

import gast

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.iterated.inequalities import Conditions
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.analyse.iterated.linear import Linear, added
from srcdiff.analyse.iterated.terms import length, step_of
from srcdiff.syntax import Statement, dotted

MOST = 64  # cases, above which nothing is claimed
LATER = "'"  # behind the terms of the later access that may differ from those of the earlier one
Rename = Callable[[str], str]


@dataclass(frozen=True)
class Access:
    """A statement, and the part of an array that it reads or writes."""

    statement: Statement
    part: gast.Subscript

    @property
    def array(self) -> str:
        """Return the name of the array."""
        return dotted(self.part.value)


def never_meet(
    first: Access,
    second: Access,
    facts: Iterations,
    same_iteration: bool,
    repeated: Collection[Statement] | None = None,
) -> bool:
    """Return True if a later access never meets the element of an earlier one, by the same name.

    The later access is in a later iteration of one of the loops around both that are in `repeated`
    (by default, of any) or, with `same_iteration`, in the same one.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import statements
    >>> body = statements("for i in range(n):\\n  for j in range(i):\\n    s = x[j]\\n  x[i] = s")
    >>> load, store = body[0].body[0].body[0], body[0].body[1]
    >>> read, written = Access(load, load.value), Access(store, store.targets[0])
    >>> facts = Iterations(structure(body), lambda name: types.int64)
    >>> never_meet(read, written, facts, True), never_meet(written, read, facts, False)
    (True, False)
    """
    loops = [
        s for s in facts.layout.loops(first.statement) if s in facts.layout.loops(second.statement)
    ]
    levels = [k for k, loop in enumerate(loops) if repeated is None or loop in repeated]
    if same_iteration:
        levels.append(len(loops))
    asked = first.statement, second.statement, first.part, second.part
    for level in levels:
        if (asked, level) not in facts.met:
            facts.met[asked, level] = meet(first, second, facts, tuple(loops[: level + 1]), level)
        if facts.met[asked, level]:
            return False
    return True


def meet(
    first: Access, second: Access, facts: Iterations, loops: tuple[Statement, ...], level: int
) -> bool:
    """Return True if a later access may meet an earlier one.

    It has the same counters in the `level` outer ones of `loops`, and a later one in the next.
    """
    outer = loops[:level]

    def renamed(term: str) -> str:
        is_same = not term or all(loop in outer for loop in facts.varies(term))
        return term if is_same else f"{term}{LATER}"

    order = [later(facts, loop) for loop in loops[level:]]
    ways = [
        facts.cases(first.statement),
        [renaming(one, renamed) for one in facts.cases(second.statement)],
        *([one] for one in order),
        *equal_places(first, second, facts, renamed),
    ]
    if prod(map(len, ways)) > MOST:
        return True
    return any(not sum(way, Conditions()).is_impossible for way in product(*ways))


def later(facts: Iterations, loop: Statement) -> Conditions:
    """Return that the later access is in a later iteration of a loop, if its counter shows it."""
    step = step_of(loop)
    if not isinstance(loop, gast.For) or step == 0:
        return Conditions()
    counter = facts.counter(loop)
    sign = 1 if step > 0 else -1
    return Conditions(natural=({f"{counter}{LATER}": sign, counter: -sign, "": -abs(step)},))


def renaming(one: Conditions, renamed: Rename) -> Conditions:
    """Return conditions on the later access, in its own terms."""
    zero = (in_terms(tree, renamed) for tree in one.zero)
    natural = (in_terms(tree, renamed) for tree in one.natural)
    return Conditions(tuple(zero), tuple(natural))


def in_terms(tree: Linear, renamed: Rename) -> Linear:
    """Return a sum with other terms."""
    return {renamed(term): value for term, value in tree.items()}


def equal_places(
    first: Access, second: Access, facts: Iterations, renamed: Rename
) -> Iterator[list[Conditions]]:
    """Yield, for the axes where that is known, when both accesses are of the same place."""
    rows = zip(parts_of(first.part.slice), parts_of(second.part.slice), strict=False)
    for axis, (one, other) in enumerate(rows):
        index = facts.subscript(one, first.statement)
        after = facts.subscript(other, second.statement)
        if index is None or after is None:
            continue
        count = {length(first.array, axis): 1}
        own = count if facts.has_length(first.array) else {f"{length(first.array, axis)}{LATER}": 1}
        yield [
            renaming(then, renamed) + here + same(place, in_terms(there, renamed))
            for place, here in counted(index, count, facts, first.statement)
            for there, then in counted(after, own, facts, second.statement)
        ]


def same(one: Linear, other: Linear) -> Conditions:
    """Return that two sums are equal."""
    return Conditions(zero=(added(one, other, -1),))


def counted(
    index: Linear, count: Linear, facts: Iterations, statement: Statement
) -> Iterator[tuple[Linear, Conditions]]:
    """Yield the places that a subscript stands for, counted from the front, and when it does.

    `count` is the number of elements; the subscript is that of a statement.
    """
    told = facts.told(index)
    from_end = added(index, count)
    front = told + Conditions(natural=(index,))
    behind = told + Conditions(natural=(added({"": -1}, index, -1), from_end))
    for place, when in ((index, front), (from_end, behind)):
        if any(not (case + when).is_impossible for case in facts.cases(statement)):
            yield place, when
