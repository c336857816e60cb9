"""What makes a list, and what appends to it."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    constant,
    dotted,
    locate,
    name,
    rename,
    subscript,
    walk,
    walk_statements,
    writes,
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


def one_by_one(
    source: Expression, named: Callable[[str], str], put: Callable[[Expression], Block]
) -> Statement:
    """Return the loop that puts what there is into a list, one by one.

    `named` gives a new name for each variable of a generator.

    >>> from srcdiff.syntax import expression, statements, unparse
    >>> def put(value):
    ...     return statements(f"u.append({unparse(value)})")
    >>> source = expression("(a * y for a in x if a > 1.0)")
    >>> print(unparse(one_by_one(source, lambda word: f"u·{word}", put)))
    for u·a in x:
        if u·a > 1.0:
            u.append(u·a * y)
    """
    if not isinstance(source, gast.GeneratorExp):
        target = gast.Name("more", gast.Store(), None, None)
        over = gast.comprehension(target, source, [], 0)
        source = locate(gast.GeneratorExp(name("more"), [over]), source)
    own = sorted(set().union(*(writes(generator.target) for generator in source.generators)))
    first = source.generators[0].iter  # which is evaluated outside
    source = rename(source, {word: named(word) for word in own})
    body = put(source.elt)
    for place, generator in reversed(list(enumerate(source.generators))):
        for test in reversed(generator.ifs):
            body = [gast.If(test, body, [])]
        over = generator.iter if place else first
        body = [gast.For(generator.target, over, body, [], None)]
    return locate(body[0], source)
