"""Ask once: neighbouring `if`s with the same condition become one."""

from __future__ import annotations

import gast

from srcdiff.optimise.dataflow.moves import Known, all_reads, is_movable, loaded, spoils
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    each_block,
    has_operator,
    key,
    walk_statements,
    writes,
)


def conditions(tree: gast.FunctionDef, known: Known) -> gast.FunctionDef:
    """Return the function with neighbouring `if`s of one condition joined.

    >>> from srcdiff.syntax import function, unparse
    >>> known = Known(lambda n: True, lambda n: n == "a", lambda n: False, lambda n: True)
    >>> print(unparse(conditions(function('''
    ... def f(x, a):
    ...     if a[0] > 0.0:
    ...         y = 1.0
    ...     else:
    ...         y = x
    ...     if a[0] > 0.0:
    ...         a[0] = y
    ...     if a[0] > 0.0:
    ...         a[0] = x
    ...     if not x > 0.0:
    ...         y = 2.0
    ...     if x > 0.0:
    ...         y = 3.0
    ...     return y
    ... '''), known)))
    def f(x, a):
        if a[0] > 0.0:
            y = 1.0
            a[0] = y
        else:
            y = x
        if a[0] > 0.0:
            a[0] = x
        if not x > 0.0:
            y = 2.0
        else:
            y = 3.0
        return y
    """
    return each_block(tree, lambda block: joined(block, known))


def joined(block: Block, known: Known) -> Block:
    """Return a block with neighbouring `if`s of one condition joined."""
    new: Block = []
    for statement in block:
        both = together(new[-1], statement, known) if new else None
        if both is None:
            new.append(statement)
        else:
            new[-1] = both
    return new


def together(first: Statement, second: Statement, known: Known) -> Statement | None:
    """Return two statements as one `if`, or None where they are not of one condition."""
    if not isinstance(first, gast.If) or not isinstance(second, gast.If):
        return None
    if key(first.test) == key(second.test):
        ways = [second.body, second.orelse]
    elif key(first.test) in (key(negated(second.test)), key(gast.UnaryOp(gast.Not(), second.test))):
        ways = [second.orelse, second.body]
    else:
        return None
    if not is_movable(first.test, known) or is_changed(first, known):
        return None
    new = gast.If(
        first.test, joined(first.body + ways[0], known), joined(first.orelse + ways[1], known)
    )
    return gast.copy_location(new, first)


def negated(test: Expression) -> Expression:
    """Return what a condition is the opposite of, or the condition itself."""
    if has_operator(test, gast.Not):
        return test.operand
    return test


def is_changed(statement: gast.If, known: Known) -> bool:
    """Return True if the condition of an `if` may be another one after it."""
    names = set(all_reads(statement.test))
    arrays = loaded(statement.test, known.is_array)
    inside = [s for part in blocks(statement) for s in walk_statements(part)]
    if names & writes([s for part in blocks(statement) for s in part]):
        return True
    return any(spoils(s, arrays, known) for s in inside if not blocks(s))
