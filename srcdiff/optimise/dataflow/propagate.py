"""Use the original where a copy or a constant has another name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

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

Values = Mapping[str, Expression]
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
    return with_body(tree, propagate_block(tree.body, Known({}, {}), follows))


@dataclass(frozen=True)
class Known:
    """What names are copies of at some place: a name, minus it, or a number.

    `copies` has the names that were copies of a name, here or at another place.
    """

    values: dict[str, Expression]
    copies: dict[str, list[str]]

    def inside(self) -> Known:
        """Return what is known at the beginning of a block."""
        return Known(dict(self.values), self.copies)

    def add(self, name: str, value: Expression) -> None:
        """Note what a name is a copy of."""
        self.values[name] = value
        of = original(value)
        if of:
            self.copies.setdefault(of, []).append(name)

    def forget(self, bound: Iterable[str]) -> None:
        """Forget the copies of names that are bound again, and the names themselves."""
        for name in bound:
            self.values.pop(name, None)
            for copy in self.copies.get(name, ()):
                if copy in self.values and original(self.values[copy]) == name:
                    del self.values[copy]


def propagate_block(block: Block, known: Known, follows: Follows) -> Block:
    """Return a block with copies used directly; `known` is updated."""
    new: Block = []
    for statement in block:
        if blocks(statement):
            new.append(compound(statement, known, follows))
            continue
        statement = replace(statement, known.values)
        known.forget(writes(statement))
        bound = targets(statement)
        if isinstance(statement, gast.Assign) and len(bound) == 1:
            value = statement.value
            copy = bool(original(value)) and follows(bound[0], value)
            if copy or is_number(value):
                known.add(bound[0], value)
        new.append(statement)
    return new


def compound(statement: Statement, known: Known, follows: Follows) -> Statement:
    """Return a compound statement with copies used directly."""
    if isinstance(statement, gast.For):
        inside = writes(statement.body) | writes(statement.target)
        statement = with_field(statement, "iter", substituted(statement.iter, known.values))
        known.forget(inside)
    elif isinstance(statement, gast.While):
        known.forget(writes(statement.body))
        statement = with_field(statement, "test", substituted(statement.test, known.values))
    else:
        inside = writes(statement.body) | writes(statement.orelse)
        statement = with_field(statement, "test", substituted(statement.test, known.values))
        parts = [propagate_block(part, known.inside(), follows) for part in blocks(statement)]
        known.forget(inside)
        return with_changed(statement, parts)
    body = propagate_block(statement.body, known.inside(), follows)
    return with_changed(statement, [body, *blocks(statement)[1:]])


def substituted(tree: Expression, known: Values) -> Expression:
    """Return an expression that reads the originals of copies; itself if it reads no copy."""
    return substitute(tree, known) if not names_in(tree)[0].isdisjoint(known) else tree


def with_field(statement: Statement, field: str, value: Expression) -> Statement:
    """Return a statement with another value of one field; itself if the value is the same."""
    if getattr(statement, field) is value:
        return statement
    new = rebuild(statement, lambda part: part)
    setattr(new, field, value)
    return gast.copy_location(new, statement)


def replace(statement: Statement, copies: Values) -> Statement:
    """Return a simple statement that reads the originals of copies."""
    read = [n for n in names_in(statement)[0] if n in copies]
    if not read:
        return statement
    # a statement that computes the original anew reads the copy: so both can share a name
    copied = bool(original(getattr(statement, "value", None)))
    bound = set() if copied else writes(statement)
    known = {n: copies[n] for n in read if original(copies[n]) not in bound}
    if not known:
        return statement
    if isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Name):
        return with_field(statement, "value", substitute(statement.value, known))
    # a number cannot have a subscript or an attribute, and neither is ever a number
    return substitute(statement, known)


def original(value: Expression | None) -> str:
    """Return the name that an expression is, or that it is the negative of, or ""."""
    if value is not None and has_operator(value, gast.USub):
        return dotted(value.operand)
    return dotted(value) if isinstance(value, gast.Name) else ""
