"""Assign what is added to elements that were set to zero just before."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    dotted,
    is_adjoint,
    key,
    number,
    reads,
    walk,
)


def joined(block: Block, others: set[str]) -> Block:
    """Return a block with `a[i] = 0.0` and `a[i] += x` as `a[i] = x`, unless in `others`."""
    new = list(block)
    position = 0
    while position < len(new):
        statement = new[position]
        if is_cleared(statement) and dotted(statement.targets[0].value) not in others:
            following = next_access(new, position + 1, dotted(statement.targets[0].value))
            if following is not None and adds_to(new[following], statement.targets[0]):
                new[following] = added_to_zero(new[following], statement.targets[0])
                del new[position]
                continue
        position += 1
    return new


def joined_early(block: Block, others: set[str], is_array: Callable[[str], bool]) -> Block:
    """Return a block with `a[i] = 0.0`, other updates and `a[i] += x` as `a[i] = x` and these.

    The updates may be of the same element: as long as nothing reads adjoints of arrays, all of
    them are added up in any order.

    >>> from srcdiff.syntax import statements, unparse
    >>> block = statements("d_·a[i] = 0.0; d_·b[j] += 2.0 * g; d_·a[i] += s[i] * g")
    >>> print("; ".join(map(unparse, joined_early(block, {"d_·a"}, lambda name: True))))
    d_·a[i] = s[i] * g; d_·b[j] += 2.0 * g
    """
    new = list(block)
    position = 0
    while position < len(new):
        statement = new[position]
        if is_cleared(statement) and dotted(statement.targets[0].value) in others:
            following = next_update(new, position, is_array)
            if following is not None:
                new[position] = added_to_zero(new[following], statement.targets[0])
                del new[following]
        position += 1
    return new


def next_update(block: Block, position: int, is_array: Callable[[str], bool]) -> int | None:
    """Return where the element that a statement sets to zero is added to, behind other updates."""
    target = block[position].targets[0]
    if any(isinstance(node, gast.Subscript) for node in walk(target.slice)):
        return None  # of an array that may be written to
    for following in range(position + 1, len(block)):
        statement = block[following]
        is_update = isinstance(statement, gast.AugAssign)
        if not is_update or not isinstance(statement.op, (gast.Add, gast.Sub)):
            return None
        if not is_adjoint(dotted(getattr(statement.target, "value", None))):
            return None
        if reads_adjoints(statement.value, is_array):
            return None
        if adds_to(statement, target):
            return following
    return None


def reads_adjoints(tree: Expression, is_array: Callable[[str], bool]) -> bool:
    """Return True if an expression may read elements of the adjoint of an array."""
    nodes = list(walk(tree))
    owners = [dotted(node.value) for node in nodes if isinstance(node, gast.Subscript)]
    names = [node.id for node in nodes if isinstance(node, gast.Name)]
    return any(map(is_adjoint, owners)) or any(is_adjoint(n) and is_array(n) for n in names)


def is_cleared(statement: Statement) -> bool:
    """Return True if a statement sets an element of an adjoint to zero."""
    return (
        isinstance(statement, gast.Assign)
        and isinstance(statement.targets[0], gast.Subscript)
        and is_adjoint(dotted(statement.targets[0].value))
        and number(statement.value) == 0.0
    )


def next_access(block: Block, start: int, array: str) -> int | None:
    """Return the position of the next statement that reads or writes an array."""
    for position in range(start, len(block)):
        if array in reads(block[position]):
            return position
    return None


def adds_to(statement: Statement, target: gast.Subscript) -> bool:
    """Return True if a statement adds to just this element, and does not read the array."""
    return (
        isinstance(statement, gast.AugAssign)
        and isinstance(statement.op, (gast.Add, gast.Sub))
        and isinstance(statement.target, gast.Subscript)
        and key(statement.target.slice) == key(target.slice)
        and dotted(statement.target.value) == dotted(target.value)
        and dotted(target.value) not in reads(statement.value)
    )


def added_to_zero(update: Statement, target: Expression) -> Statement:
    """Return what `+=` or `-=` does where there was zero before: an assignment."""
    value = update.value
    if isinstance(update.op, gast.Sub):
        value = gast.UnaryOp(gast.USub(), value)
    return assign(target, value, update)
