"""Use the original where a copy or a constant has another name."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    dotted,
    has_operator,
    is_number,
    names_in,
    rebuild,
    substitute,
    targets,
    with_body,
    with_changed,
    writes,
)

Known = dict[str, Expression]  # name -> the name or number that it is a copy of, or minus it
Follows = Callable[[str, Expression], bool]


def propagate(tree: gast.FunctionDef, follows: Follows) -> gast.FunctionDef:
    """Return the function with copies and constants used directly.

    `follows` returns True if a copy is worth less than its original, or the negative of that;
    constants are used for all names that are not bound again.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(propagate(function('''
    ... def f(x):
    ...     a = 1.0
    ...     b = x
    ...     c = a * -b
    ...     d = -c
    ...     e = b + d
    ...     for i in range(3):
    ...         a = a + c
    ...     return a
    ... '''), lambda copy, original: True)))
    def f(x):
        a = 1.0
        b = x
        c = 1.0 * -x
        d = -c
        e = x + -c
        for i in range(3):
            a = a + c
        return a
    """
    return with_body(tree, propagate_block(tree.body, {}, follows))


def propagate_block(block: Block, known: Known, follows: Follows) -> Block:
    """Return a block with copies used directly; `known` is updated."""
    new: Block = []
    for statement in block:
        if blocks(statement):
            new.append(compound(statement, known, follows))
            continue
        statement = replace(statement, known)
        forget(known, writes(statement))
        bound = targets(statement)
        if isinstance(statement, gast.Assign) and len(bound) == 1:
            value = statement.value
            copy = bool(original(value)) and follows(bound[0], value)
            if copy or is_number(value):
                known[bound[0]] = value
        new.append(statement)
    return new


def compound(statement: Statement, known: Known, follows: Follows) -> Statement:
    """Return a compound statement with copies used directly."""
    if isinstance(statement, gast.For):
        inside = writes(statement.body) | writes(statement.target)
        statement = with_field(statement, "iter", substituted(statement.iter, known))
        forget(known, inside)
    elif isinstance(statement, gast.While):
        forget(known, writes(statement.body))
        statement = with_field(statement, "test", substituted(statement.test, known))
    else:
        inside = writes(statement.body) | writes(statement.orelse)
        statement = with_field(statement, "test", substituted(statement.test, known))
        parts = [propagate_block(part, dict(known), follows) for part in blocks(statement)]
        forget(known, inside)
        return with_changed(statement, parts)
    body = propagate_block(statement.body, dict(known), follows)
    return with_changed(statement, [body, *blocks(statement)[1:]])


def substituted(tree: Expression, known: Known) -> Expression:
    """Return an expression that reads the originals of copies; itself if it reads no copy."""
    return substitute(tree, known) if not names_in(tree)[0].isdisjoint(known) else tree


def with_field(statement: Statement, field: str, value: Expression) -> Statement:
    """Return a statement with another value of one field; itself if the value is the same."""
    if getattr(statement, field) is value:
        return statement
    new = rebuild(statement, lambda part: part)
    setattr(new, field, value)
    return gast.copy_location(new, statement)


def replace(statement: Statement, known: Known) -> Statement:
    """Return a simple statement that reads the originals of copies."""
    # a statement that computes the original anew reads the copy: so both can share a name
    copied = bool(original(getattr(statement, "value", None)))
    bound = set() if copied else writes(statement)
    read = names_in(statement)[0]
    known = {n: v for n, v in known.items() if n in read and original(v) not in bound}
    if not known:
        return statement
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
        return with_field(statement, "value", substitute(statement.value, known))
    # a number cannot have a subscript or an attribute, and neither is ever a number
    return substitute(statement, known)


def forget(known: Known, bound: set[str]) -> None:
    """Forget the copies of names that are bound again, and the names themselves."""
    for name in [n for n, v in known.items() if n in bound or original(v) in bound]:
        del known[name]


def original(value: Expression | None) -> str:
    """Return the name that an expression is, or that it is the negative of, or ""."""
    if value is not None and has_operator(value, gast.USub):
        return dotted(value.operand)
    return dotted(value) if isinstance(value, gast.Name) else ""
