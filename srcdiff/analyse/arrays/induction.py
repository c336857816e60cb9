"""Values that a loop changes by a fixed integer in each iteration.

Their value in an iteration follows from the one before the loop: it need not be saved.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import is_copy
from srcdiff.syntax import Expression, Statement, dotted, split_offset


@dataclass(frozen=True)
class Induction:
    """A value that is `entry`, a name bound before the loop, plus `step` each iteration."""

    entry: str
    step: int


def induction(value: str, loop: Statement, layout: Structure) -> Induction | None:
    """Return how a loop changes a value that it carries, or a copy of one in an iteration.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import statements
    >>> body = statements("k = n\\nfor i in r:\\n  a = x[k]\\n  m = k + 2\\n  k = m")
    >>> induction("k", body[1], structure(body))
    Induction(entry='n', step=2)
    """
    made = layout.definitions.get(value, ())
    carried = value
    if len(made) == 1 and is_copy(made[0]) and made[0] in loop.body:
        carried = made[0].value.id  # its value at the beginning of the iteration
    ways = layout.definitions.get(carried, ())
    if len(ways) != 2 or not all(map(is_copy, ways)) or ways[1] not in loop.body:
        return None
    late = carried != value and layout.order[made[0]] > layout.order[ways[1]]
    if late or layout.inside(ways[0], loop):
        return None
    ahead = layout.definitions.get(ways[1].value.id, ())
    if len(ahead) != 1 or ahead[0] not in loop.body or not isinstance(ahead[0], gast.Assign):
        return None
    step = step_from(ahead[0].value, carried)
    return Induction(ways[0].value.id, step) if step is not None else None


def step_from(tree: Expression, counter: str) -> int | None:
    """Return the number that is added to a counter, or None for any other expression.

    >>> from srcdiff.syntax import expression
    >>> [step_from(expression(text), "i") for text in ("i + 2", "i - 1", "i * 2", "i + n")]
    [2, -1, None, None]
    """
    rest, step = split_offset(tree)
    return step if rest is not tree and dotted(rest) == counter else None
