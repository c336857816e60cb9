"""Away from the borders, all threads nearby add to an element: one condition tells that.

So a thread waits once for all that it reads of them, not for each in turn.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence

import gast

from srcdiff.kernels.slices import reads_elements
from srcdiff.syntax import (
    Block,
    Expression,
    at,
    clone,
    dotted,
    key,
    number,
    reads,
    substitute,
    walk,
    whole_target,
)

OTHERS = (gast.Or, gast.Not, gast.IfExp, gast.NamedExpr)  # not found in a row of comparisons
MIRRORED = {gast.Gt: gast.Lt, gast.GtE: gast.LtE}
Pair = tuple[Expression, gast.AST, Expression]


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
    pairs = [pair for statement in apart for pair in conjuncts(statement.test)]
    nearest = tightest(pairs, grid)
    tests = [gast.Compare(left, [operator], [right]) for left, operator, right in nearest]
    every = [clone(s) for statement in apart for s in statement.body]
    return [at(place, gast.If(gast.BoolOp(gast.And(), tests), every, apart))]


def on_condition(part: Block) -> gast.If | None:
    """Return the statement on a condition that a part is; None if it is more, or reads elements."""
    *before, last = part
    if not isinstance(last, gast.If) or last.orelse or not all(map(whole_target, before)):
        return None
    values = {whole_target(statement): statement.value for statement in before}
    test = last.test
    while reads(test) & values.keys():
        test = substitute(test, values)
    others = any(isinstance(node, OTHERS) for node in walk(test))
    if others or reads(last.body) & values.keys() or reads_elements(gast.Expr(test)):
        return None
    if not all(isinstance(part, gast.Compare) for part in parts_of(test)):
        return None
    return at(last, gast.If(test, last.body, []))


def parts_of(test: Expression) -> Iterator[Expression]:
    """Yield the parts of a condition that all have to hold."""
    for part in test.values if isinstance(test, gast.BoolOp) else [test]:
        if isinstance(part, gast.BoolOp):
            yield from parts_of(part)
        else:
            yield part


def conjuncts(test: Expression) -> Iterator[Pair]:
    """Yield the comparisons of a condition, all of which have to hold.

    >>> from srcdiff.syntax import expression, unparse
    >>> found = conjuncts(expression("0 < i < n and j >= 1"))
    >>> [(unparse(left), unparse(right)) for left, _, right in found]
    [('0', 'i'), ('i', 'n'), ('1', 'j')]
    """
    for part in parts_of(test):
        sides = [part.left, *part.comparators]
        for left, operator, right in zip(sides, part.ops, part.comparators, strict=False):
            mirrored = MIRRORED.get(type(operator))
            yield (right, mirrored(), left) if mirrored else (left, operator, right)


def tightest(pairs: Sequence[Pair], grid: Collection[str]) -> list[Pair]:
    """Return comparisons without those that follow from others: `i < n` from `i + 1 < n`."""
    found: dict[Hashable, tuple[int, Pair]] = {}
    for pair in pairs:
        left, operator, right = pair
        (first, by), (second, above) = shifted(left, grid), shifted(right, grid)
        # of two bounds that only differ in how far the place is moved, the nearer one is enough
        own: Hashable = (first or key(left), type(operator), second or key(right))
        distance = by if first else -above
        if (first and second) or not isinstance(operator, (gast.Lt, gast.LtE)):
            own, distance = (key(left), type(operator), key(right)), 0
        if own not in found or found[own][0] < distance:
            found[own] = distance, pair
    return [pair for _, pair in found.values()]


def shifted(tree: Expression, grid: Collection[str]) -> tuple[str, int]:
    """Return the place that a constant is added to, and the constant; "" for other expressions.

    >>> from srcdiff.syntax import expression
    >>> [shifted(expression(text), ["i"]) for text in ("i", "i - 1", "n - 1")]
    [('i', 0), ('i', -1), ('', 0)]
    """
    if isinstance(tree, gast.Name) and tree.id in grid:
        return tree.id, 0
    if isinstance(tree, gast.BinOp) and isinstance(tree.op, (gast.Add, gast.Sub)):
        by = number(tree.right)
        if dotted(tree.left) in grid and isinstance(by, int):
            return tree.left.id, by if isinstance(tree.op, gast.Add) else -by
    return "", 0
