"""Places away from the borders of a grid: one condition tells them, not one for each element."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import IsWhole, comparisons, is_whole_number
from srcdiff.gpu.coarsen.together import is_row
from srcdiff.gpu.gather.bounds import Bound, bound_of
from srcdiff.gpu.thread.slices import reads_elements
from srcdiff.syntax import (
    REAL,
    Block,
    Expression,
    Statement,
    reads,
    substitute,
    targets,
    walk_statements,
    whole_target,
    writes,
)


@dataclass(frozen=True)
class Interior:
    """What a thread does where conditions on its place hold, and the bounds that say so."""

    bounds: tuple[Bound, ...]
    body: Block


def interior(
    body: Block, places: Mapping[str, int], is_whole: IsWhole, fixed: Collection[str] = ()
) -> Interior:
    """Return what a thread does at several places, where conditions on these hold at all of them.

    So many more places as `places` tells follow the first one of that name; `fixed` are the names
    that are the same for all of them, besides places. Other conditions stay.

    >>> from srcdiff.gpu.gather.bounds import condition
    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements('''
    ... inside = 0 < i and i < n - 1
    ... if inside:
    ...     y[i] = x[i - 1] + x[i + 1]
    ...     if x[i] > 0.0:
    ...         y[i] += 1.0
    ... else:
    ...     y[i] = 0.0
    ... ''')
    >>> found = interior(body, {"i": 3}, lambda name: name == "n", ["n"])
    >>> print(unparse(condition(found.bounds)))
    0 < i and i + 4 < n
    >>> for statement in found.body:
    ...     print(unparse(statement))
    y[i] = x[i - 1] + x[i + 1]
    if x[i] > 0.0:
        y[i] += 1.0
    """
    stored = Counter(n for s in walk_statements(body) for n in targets(s))
    values = {whole_target(s): s.value for s in body if stored[whole_target(s)] == 1}
    own = writes(body) | places.keys()

    def is_fixed(tree: Expression) -> bool:
        known = is_whole_number(tree, lambda n: n in fixed and is_whole(n))
        return known and not reads(tree) & own

    def limits(test: Expression) -> list[Bound] | None:
        while reads(test) & values.keys():
            test = substitute(test, values)
        if not is_row(test) or reads_elements(gast.Expr(test)):
            return None
        found = [bound_of(one, places, is_fixed) for one in comparisons(test, {})]
        return None if None in found else [bound for bound in found if bound is not None]

    bounds: list[Bound] = []
    new = inside(body, limits, bounds)
    unused = values.keys() - reads(new)
    new = [s for s in new if whole_target(s) not in unused]
    return Interior(
        tuple(bounds), [s for k, s in enumerate(new) if not is_replaced(s, new[k + 1 :])]
    )


def inside(
    block: Block, limits: Callable[[Expression], list[Bound] | None], bounds: list[Bound]
) -> Block:
    """Return a block where all conditions hold that are limits, which go to `bounds`."""
    new: Block = []
    for statement in block:
        found = limits(statement.test) if isinstance(statement, gast.If) else None
        if found is None:
            new.append(statement)
        else:
            bounds.extend(found)
            new += inside(statement.body, limits, bounds)
    return new


def is_replaced(statement: Statement, later: Block) -> bool:
    """Return True if a statement gives a variable a number that the next one of these replaces.

    >>> from srcdiff.syntax import statements
    >>> first, *later = statements("v = 0.0; y = x[i]; v = 2.0 * y; w = v")
    >>> is_replaced(first, later), is_replaced(first, later[2:])
    (True, False)
    """
    own = whole_target(statement)
    if not own or reads(statement.value) - {REAL}:
        return False
    after = next((s for s in later if own in writes([s]) | reads([s])), None)
    return isinstance(after, gast.Assign) and whole_target(after) == own not in reads(after.value)
