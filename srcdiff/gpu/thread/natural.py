"""Conditions tell the compiler what launches ensure: places in the grid are not negative.

A subscript that may be negative counts from the end, which takes four more instructions for each
element that a thread reads or writes. Kernels with loops stay as they are: the compiler would hold
the addresses of all elements in registers meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import gast

from srcdiff.analyse.arrays.comparisons import comparisons, is_at_least, limits_of, only_limit
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    constant,
    dotted,
    has_operator,
    locate,
    name,
    reads,
    targets,
    walk,
    walk_statements,
    whole_target,
    with_body,
)


def natural(
    tree: gast.FunctionDef, grid: Collection[str], places: Collection[str]
) -> gast.FunctionDef:
    """Return a kernel whose conditions on the place of a thread say that it is not negative.

    `grid` are the names of its place in the grid, `places` those of all that `cuda` tells of it.
    Only what subscripts depend on is told, once.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y, block, size, thread, i):
    ...     j = block * size + thread
    ...     if i < x.shape[0] and j < x.shape[1]:
    ...         if i < y.size:
    ...             y[i] = x[i, j]
    ...     if j < 2:
    ...         y[0] = 1.0
    ... ''')
    >>> print(unparse(natural(tree, ["i"], ["block", "size", "thread", "i"])))
    def f(x, y, block, size, thread, i):
        j = block * size + thread
        if 0 <= i < x.shape[0] and 0 <= j < x.shape[1]:
            if i < y.size:
                y[i] = x[i, j]
        if j < 2:
            y[0] = 1.0
    """
    if any(
        isinstance(statement, (gast.For, gast.While)) for statement in walk_statements(tree.body)
    ):
        return tree
    own = {*grid, *computed(tree.body, set(places))}
    return with_body(tree, told(tree.body, frozenset(own)))


def computed(body: Block, places: set[str]) -> set[str]:
    """Return the variables that are computed from places, by nothing but sums and products."""
    found = [whole_target(s) for s in body if whole_target(s) and is_sum(s.value, places)]
    stored = Counter(n for s in walk_statements(body) for n in targets(s))
    return {n for n in found if stored[n] == 1}


def is_sum(tree: Expression, places: set[str]) -> bool:
    """Return True if an expression is a sum or a product of nothing but places."""
    if has_operator(tree, gast.Add, gast.Mult):
        return is_sum(tree.left, places) and is_sum(tree.right, places)
    return isinstance(tree, gast.Name) and tree.id in places


def told(block: Block, places: frozenset[str]) -> Block:
    """Return a block whose conditions say of some places that they are not negative."""
    return [told_in(statement, places) for statement in block]


def told_in(statement: Statement, places: frozenset[str]) -> Statement:
    """Return a statement whose conditions say of some places that they are not negative."""
    if not isinstance(statement, gast.If):
        return statement
    found = list(comparisons(statement.test, {}))
    left = {n for n in places if not any(is_at_least(one, n, 0) for one in found)}
    new = left & in_subscripts(statement.body) & {n for n, _ in filter(None, map(limits_of, found))}
    body, orelse = told(statement.body, frozenset(left - new)), told(statement.orelse, places)
    return gast.copy_location(gast.If(with_least(statement.test, new), body, orelse), statement)


def in_subscripts(block: Block) -> set[str]:
    """Return the names that subscripts depend on, also in atomic operations."""
    found: set[str] = set()
    for statement in block:
        for node in walk(statement):
            if isinstance(node, gast.Subscript):
                found |= reads(node.slice)
            elif isinstance(node, gast.Call) and ".atomic." in dotted(node.func):
                found |= reads(node.args[1])
    return found


def with_least(test: Expression, places: set[str]) -> Expression:
    """Return a condition that says of some places that they are not negative: `0 <= i < n`.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(with_least(expression("n > i and (j < n or found)"), {"i", "j"}))
    '0 <= i < n and (j < n or found)'
    """
    if has_operator(test, gast.And):
        return gast.BoolOp(gast.And(), [with_least(part, places) for part in test.values])
    limit = only_limit(test)
    if limit is None or limit[0] not in places:
        return test
    sides = [name(limit[0]), limit[1]]
    return locate(gast.Compare(constant(0), [gast.LtE(), gast.Lt()], sides), test)
