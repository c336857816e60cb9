"""Conditions that do not hold, as the opposite ones that do: `i < n` for `not i >= n`.

Only for integers, of which one of the two is true. Neither is for what is not a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import gast

from srcdiff.analyse.arrays.comparisons import IsWhole, is_whole_number
from srcdiff.core.operators import MIRRORED, NEGATED
from srcdiff.syntax import (
    Expression,
    assign,
    bottom_up,
    has_operator,
    is_read,
    joined_by,
    locate,
    same,
    targets,
    walk,
    walk_statements,
    whole_target,
    with_body,
)

AT_LEAST = (gast.GtE, gast.Gt)
BELOW = (gast.LtE, gast.Lt)


def opposites(tree: gast.FunctionDef, is_whole: IsWhole) -> gast.FunctionDef:
    """Return a kernel without conditions that deny comparisons of integers.

    `is_whole` tells it of a variable.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, a, i):
    ...     out = i < 1 or i >= x.shape[0]
    ...     if not out:
    ...         x[i] = 0.0
    ...     if not (i + 1 >= x.shape[0] or i == 3):
    ...         x[i] = 1.0
    ...     if not a < 0:
    ...         x[0] = a
    ... ''')
    >>> print(unparse(opposites(tree, {"i"}.__contains__)))
    def f(x, a, i):
        out = 1 <= i < x.shape[0]
        if out:
            x[i] = 0.0
        if i + 1 < x.shape[0] and i != 3:
            x[i] = 1.0
        if not a < 0:
            x[0] = a
    """
    denied = dict(only_denied(tree, is_whole))

    def change(node: gast.AST) -> gast.AST:
        if has_operator(node, gast.Not):
            is_other = isinstance(node.operand, gast.Name) and node.operand.id in denied
            new = node.operand if is_other else opposite(node.operand, is_whole)
            return node if new is None else locate(new, node)
        own = whole_target(node) if isinstance(node, gast.Assign) else ""
        return assign(own, denied[own], node) if own in denied else node

    return with_body(tree, [bottom_up(statement, change) for statement in tree.body])


def only_denied(tree: gast.FunctionDef, is_whole: IsWhole) -> Iterator[tuple[str, Expression]]:
    """Yield the names of conditions of which only the opposite is asked for, and that."""
    nodes = [node for statement in tree.body for node in walk(statement)]
    asked = Counter(node.id for node in nodes if isinstance(node, gast.Name) and is_read(node))
    parts = [n.operand for n in nodes if has_operator(n, gast.Not)]
    denied = Counter(part.id for part in parts if isinstance(part, gast.Name))
    stored = Counter(n for s in walk_statements(tree.body) for n in targets(s))
    for statement in walk_statements(tree.body):
        own = whole_target(statement)
        if stored[own] == 1 and 0 < asked[own] == denied[own]:
            new = opposite(statement.value, is_whole)
            if new is not None:
                yield own, new


def opposite(test: Expression, is_whole: IsWhole) -> Expression | None:
    """Return the opposite of a condition, None for those of which it is not one of comparisons.

    >>> from srcdiff.syntax import expression, unparse
    >>> texts = ("i < n and not i == 0", "0 < i < n", "i < 0.5")
    >>> found = [opposite(expression(text), {"i", "n"}.__contains__) for text in texts]
    >>> [one and unparse(one) for one in found]
    ['i >= n or i == 0', None, None]
    """
    if has_operator(test, gast.Not):
        return test.operand if isinstance(test.operand, (gast.Compare, gast.BoolOp)) else None
    if isinstance(test, gast.BoolOp):
        parts = [opposite(part, is_whole) for part in test.values]
        kind = gast.And() if isinstance(test.op, gast.Or) else gast.Or()
        return None if None in parts else chained(gast.BoolOp(kind, parts))
    if not isinstance(test, gast.Compare) or len(test.ops) > 1:
        return None
    kind = NEGATED.get(type(test.ops[0]))
    sides = [test.left, *test.comparators]
    if kind is None or not all(is_whole_number(side, is_whole) for side in sides):
        return None
    return gast.Compare(test.left, [kind()], test.comparators)


def chained(test: gast.BoolOp) -> Expression:
    """Return a condition with both limits of an expression in one comparison.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(chained(expression("i >= 1 and j >= 1 and i < n")))
    '1 <= i < n and j >= 1'
    """
    if not isinstance(test.op, gast.And):
        return test
    parts: list[Expression] = []
    for part in test.values:
        found = [within(other, part) for other in parts]
        k = next((k for k, both in enumerate(found) if both is not None), len(parts))
        parts[k : k + 1] = [part if k == len(parts) else found[k]]
    return joined_by(test.op, parts)


def within(least: Expression, below: Expression) -> Expression | None:
    """Return both limits of an expression as one comparison, None for other conditions."""
    if not is_single(least, AT_LEAST) or not is_single(below, BELOW):
        return None
    kinds = [MIRRORED[type(least.ops[0])](), *below.ops]
    found = gast.Compare(*least.comparators, kinds, [least.left, *below.comparators])
    return found if same(least.left, below.left) else None


def is_single(test: Expression, kinds: tuple[type[gast.AST], ...]) -> bool:
    """Return True if a condition is one comparison of some kinds."""
    return isinstance(test, gast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], kinds)
