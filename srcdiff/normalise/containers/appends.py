"""What makes a list, and what appends to it."""

from __future__ import annotations

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    constant,
    dotted,
    subscript,
    walk,
    walk_statements,
)


def begun(title: str, room: Expression, start: gast.Assign) -> Block:
    """Return the statements that make a list of some length for one that is written out."""
    new = [assign(title, call("runtime.listed", room), start)]
    for place, value in enumerate(start.value.elts):
        new.append(assign(subscript(title, constant(place), store=True), value, start))
    return new


def grows(statement: Statement, title: str) -> bool:
    """Return True if a statement appends to a list."""
    return any(is_append(s, title) for s in walk_statements([statement]))


def is_append(statement: Statement, title: str) -> bool:
    """Return True if a statement appends one value to a list."""
    if not isinstance(statement, gast.Expr) or not isinstance(statement.value, gast.Call):
        return False
    made = statement.value
    return dotted(made.func) == f"{title}.append" and len(made.args) == 1 and not made.keywords


def grown(statement: Statement) -> list[str]:
    """Return the names of the lists that a statement appends to."""
    calls = [dotted(n.func) for n in walk(statement) if isinstance(n, gast.Call)]
    return [callee.removesuffix(".append") for callee in calls if callee.endswith(".append")]
