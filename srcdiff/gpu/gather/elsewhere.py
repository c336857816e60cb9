"""Threads that have an element of an adjoint, and nothing to assign to it, set it to zero.

So nothing has to be set to zero before the launch, which would be as much to write once more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    at,
    blocks,
    clone,
    constant,
    dotted,
    expression,
    joined_by,
    members,
    primal,
    walk_statements,
    with_blocks,
)


def zero_elsewhere(body: Block, chosen: Collection[Statement], place: gast.AST) -> Block:
    """Return statements that assign an element of each array wherever a thread has one.

    `chosen` are the statements that do it now, in conditions only; new ones are at a `place`.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, d_x, i):
    ...     if x[i] > 1.0:
    ...         d_x[i] = 2.0
    ... ''')
    >>> tree = rename(tree, {"d_x": "d_·x"})
    >>> new = zero_elsewhere(tree.body, {tree.body[0].body[0]}, tree)
    >>> print(unparse(new[0]).replace("·", ""))
    if x[i] > 1.0:
        d_x[i] = 2.0
    elif i < x.shape[0]:
        d_x[i] = 0.0
    """
    return [elsewhere(statement, chosen, place) for statement in body]


def elsewhere(statement: Statement, chosen: Collection[Statement], place: gast.AST) -> Statement:
    """Return a statement with zeros where it does not assign an element."""
    if not isinstance(statement, gast.If):
        return statement
    sides = blocks(statement)
    inside = [[s for s in walk_statements(side) if s in chosen] for side in sides]
    if not any(inside):
        return statement
    new = [zero_elsewhere(side, chosen, place) for side in sides]
    first, second = ([zero(s, place) for s in found] for found in inside)
    return with_blocks(statement, [[*new[0], *second], [*new[1], *first]])


def zero(assignment: Statement, place: gast.AST) -> Statement:
    """Return the statement that sets an element to zero, where the array has it."""
    target = assignment.targets[0] if isinstance(assignment, gast.Assign) else assignment.target
    parts = zip(members(target.slice), extents(target), strict=True)
    tests = [gast.Compare(clone(part), [gast.Lt()], [size]) for part, size in parts]
    test = joined_by(gast.And(), tests)
    return at(place, gast.If(test, [assign(clone(target), constant(0.0))], []))


def extents(element: Expression) -> Sequence[Expression]:
    """Return the lengths of the array that an element of its adjoint belongs to."""
    array = primal(dotted(element.value))
    return [expression(f"{array}.shape[{k}]") for k in range(len(members(element.slice)))]
