"""Away from the borders, all threads nearby add to an element: one condition tells that.

So a thread waits once for all that it reads of them, not for each in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence

import gast

from srcdiff.kernels.comparisons import MIRRORED, Comparison, comparisons
from srcdiff.kernels.distances import distance
from srcdiff.kernels.slices import reads_elements
from srcdiff.syntax import (
    Block,
    Expression,
    at,
    clone,
    key,
    reads,
    substitute,
    whole_target,
)


def together(parts: Sequence[Block], grid: Collection[str], place: gast.AST) -> Block:
    """Return what several threads nearby add, first on the condition that all of them do.

    `grid` has the names of the place of a thread; new statements are at a `place`.

    >>> from srcdiff.syntax import statements, unparse
    >>> tree = gast.Module([], [])
    >>> texts = (f"if 0 < i + {k} < n:\\n    d += x[i + {k}]" for k in (1, 2))
    >>> for statement in together([statements(text) for text in texts], ["i"], tree):
    ...     print(unparse(statement))
    if 0 < i + 1 and i + 2 < n:
        d += x[i + 1]
        d += x[i + 2]
    else:
        if 0 < i + 1 < n:
            d += x[i + 1]
        if 0 < i + 2 < n:
            d += x[i + 2]
    """
    found = [on_condition(part) for part in parts]
    if len(parts) < 2 or None in found:
        return [statement for part in parts for statement in part]
    apart = [statement for statement in found if statement is not None]
    tests = tightest((c for s in apart for c in comparisons(s.test, {})), grid)
    test = tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)
    every = [clone(s) for statement in apart for s in statement.body]
    return [at(place, gast.If(test, every, apart))]


def on_condition(part: Block) -> gast.If | None:
    """Return the statement on a condition that a part is; None if it is more, or reads elements."""
    *before, last = part
    if not isinstance(last, gast.If) or last.orelse or not all(map(whole_target, before)):
        return None
    values = {whole_target(statement): statement.value for statement in before}
    test = last.test
    while reads(test) & values.keys():
        test = substitute(test, values)
    if reads(last.body) & values.keys() or reads_elements(gast.Expr(test)):
        return None
    return at(last, gast.If(test, last.body, [])) if is_row(test) else None


def is_row(test: Expression) -> bool:
    """Tell whether a condition is nothing but comparisons of sizes that all have to hold.

    >>> from srcdiff.syntax import expression
    >>> texts = ("0 < i < n and j >= 1", "i < n or j < n", "i != 1", "found")
    >>> [is_row(expression(text)) for text in texts]
    [True, False, False, False]
    """
    if isinstance(test, gast.BoolOp):
        return isinstance(test.op, gast.And) and all(map(is_row, test.values))
    return isinstance(test, gast.Compare) and all(type(kind) in MIRRORED for kind in test.ops)


def tightest(found: Iterable[Comparison], grid: Collection[str]) -> list[Expression]:
    """Return comparisons without those that follow from others: `i < n` from `i + 1 < n`."""
    nearest: dict[Hashable, tuple[int, Expression]] = {}
    for one in found:
        below = one.kind in (gast.Lt, gast.LtE)
        left, right = (one.left, one.right) if below else (one.right, one.left)
        kind = one.kind if below else MIRRORED[one.kind]
        first, second = distance(left, grid), distance(right, grid)
        own: Hashable = (key(left), kind, key(right))
        by = 0
        # of two bounds that only differ in how far the place is moved, the nearer one is enough
        if first is not None and second is None:
            own, by = (first[0], kind, key(right)), first[1]
        elif second is not None and first is None:
            own, by = (key(left), kind, second[0]), -second[1]
        if own not in nearest or nearest[own][0] < by:
            nearest[own] = by, gast.Compare(left, [kind()], [right])
    return [test for _, test in nearest.values()]
