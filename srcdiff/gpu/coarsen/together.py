"""Away from the borders, all threads nearby add to an element: one condition tells that.

So a thread waits once for all that it reads of them, not for each in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import gast

from srcdiff.analyse.arrays.comparisons import (
    Comparison,
    IsWhole,
    comparisons,
    is_whole_number,
)
from srcdiff.core.operators import ORDER
from srcdiff.gpu.gather.bounds import Bound, bound_of, nearest
from srcdiff.gpu.thread.slices import reads_elements
from srcdiff.syntax import Block, Expression, at, clone, joined_by, reads, substitute, whole_target


def together(
    parts: Sequence[Block], grid: Collection[str], is_whole: IsWhole, place: gast.AST
) -> Block:
    """Return what several threads nearby add, first on the condition that all of them do.

    `grid` has the names of the place of a thread, `is_whole` tells integers; new statements
    are at a `place`.

    >>> from srcdiff.syntax import statements, unparse
    >>> tree = gast.Module([], [])
    >>> texts = (f"if 0 < i + {k} < n:\\n    d += x[i + {k}]" for k in (1, 2))
    >>> parts = list(map(statements, texts))
    >>> for statement in together(parts, ["i"], lambda name: name == "n", tree):
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
    apart = [one for one in map(on_condition, parts) if one is not None]
    if len(parts) < 2 or len(apart) < len(parts):
        return [statement for part in parts for statement in part]
    places = dict.fromkeys(grid, 0)

    def bound(one: Comparison) -> Bound:
        found = bound_of(one, places, lambda tree: is_whole_number(tree, is_whole))
        return found or Bound(gast.Compare(one.left, [one.kind()], [one.right]))

    found = nearest(bound(one) for s in apart for one in comparisons(s.test, {}))
    tests = [one.test for one in found]
    test = joined_by(gast.And(), tests)
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
    """Return True if a condition is nothing but comparisons of sizes that all have to hold.

    >>> from srcdiff.syntax import expression
    >>> texts = ("0 < i < n and j >= 1", "i < n or j < n", "i != 1", "found")
    >>> [is_row(expression(text)) for text in texts]
    [True, False, False, False]
    """
    if isinstance(test, gast.BoolOp):
        return isinstance(test.op, gast.And) and all(map(is_row, test.values))
    return isinstance(test, gast.Compare) and all(isinstance(kind, ORDER) for kind in test.ops)
