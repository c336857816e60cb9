"""Divide once: adjoints that divide by the same value multiply by its inverse instead.

The derivative of a quotient divides by what the quotient was divided by. A division
takes as long as several multiplications, so `x / y` and `z / y` become `x * y_inverse`
and `z * y_inverse`. Only adjoints are changed, whose last bit is nobody's contract.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container

import gast

from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    assign,
    beside,
    binary,
    blocks,
    bottom_up,
    constant,
    dotted,
    each_block,
    evaluated_at_times,
    has_operator,
    is_adjoint,
    name,
    number,
    path,
    rebuild,
    walk,
    writes,
)


def divisions(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with one division by each value, among neighbouring adjoints.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, y, g):
    ...     d_x = g / y
    ...     d_y = -x / y * d_x
    ...     return d_x, d_y
    ... ''')
    >>> print(unparse(divisions(rename(tree, {"d_x": "d_·x", "d_y": "d_·y"}))))
    def f(x, y, g):
        y··inverse = 1.0 / y
        d_·x = g * y··inverse
        d_·y = -x * y··inverse * d_·x
        return (d_·x, d_·y)

    A division in one branch of an expression stays there, as 0 may be what the other is for.
    """
    return each_block(tree, shared)


def shared(block: Block) -> Block:
    """Return a block in which adjoints share divisions by the same name."""
    new = list(block)
    position = 0
    while position < len(new):
        found = first_shared(new, position)
        if found is None:
            position += 1
            continue
        below, last = found
        # `x.size` is no part of a name
        inverse = beside(below.replace(".", SEPARATOR), "inverse")
        made = assign(inverse, binary(constant(1.0), gast.Div(), path(below)), new[position])
        for place in range(position, last + 1):
            if is_adjoint_statement(new[place]):
                new[place] = multiplied(new[place], below, inverse)
        new.insert(position, made)
        position += 1
    return new


def first_shared(block: Block, position: int) -> tuple[str, int] | None:
    """Return a name that this statement and a later one divide by, and the last such one.

    This one divides whatever comes: in `0.0 if y == 0.0 else x / y` Python raises nothing.
    """
    if not is_adjoint_statement(block[position]):
        return None
    at_times = evaluated_at_times(block[position])
    for below in divisors(block[position], at_times):
        count = Counter(divisors(block[position]))[below]
        last = position
        for later in range(position + 1, len(block)):
            if below.split(".")[0] in writes(block[later]) or blocks(block[later]):
                break
            if is_adjoint_statement(block[later]) and below in divisors(block[later]):
                count += divisors(block[later]).count(below)
                last = later
        if count > 1:
            return below, last
    return None


def is_adjoint_statement(statement: Statement) -> bool:
    """Return True if a statement computes an adjoint."""
    store = statement.targets[0] if isinstance(statement, gast.Assign) else None
    if isinstance(statement, gast.AugAssign):
        store = statement.target
    if isinstance(store, gast.Subscript):
        return is_adjoint(dotted(store.value))
    return isinstance(store, gast.Name) and is_adjoint(store.id)


def divisors(statement: Statement, without: Container[int] = ()) -> list[str]:
    """Return the names that a statement divides by, as often as it does, `without` some nodes."""
    return [
        dotted(node.right)
        for node in walk(statement.value)
        if has_operator(node, gast.Div) and dotted(node.right) and id(node) not in without
    ]


def multiplied(statement: Statement, below: str, inverse: str) -> Statement:
    """Return a statement with divisions by a name as multiplications by its inverse."""

    def change(node: gast.AST) -> gast.AST:
        division = has_operator(node, gast.Div)
        if not division or dotted(node.right) != below:
            return node
        if number(node.left) == 1.0:
            return name(inverse)
        return gast.copy_location(binary(node.left, gast.Mult(), name(inverse)), node)

    new = rebuild(statement, lambda part: part)
    new.value = bottom_up(statement.value, change)
    return gast.copy_location(new, statement)
