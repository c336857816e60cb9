"""Append what is written out one by one."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.array_lists.list_spellings import always_lists
from srcdiff.normalise.array_lists.names_of_lists import is_alone, perhaps_same
from srcdiff.normalise.containers.appends import one_by_one
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    call_method,
    each_statement,
    has_star,
    locate,
    name,
    reads,
    subscript,
)


@needs(".extend")
def extensions(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with `append` instead of `extend`, where the values are written out.

    Values that are computed from the list itself get names first. What another list holds is
    appended in a loop, if the list that grows has no other name; if it may be that very list, as
    many of its values as there were before.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(extensions(function('''
    ... def f(x):
    ...     y = []
    ...     y.extend([x, 2.0 * x])
    ...     y.extend((y[0], y[-1]))
    ...     z = [x, x]
    ...     y.extend(z)
    ...     return y
    ... '''))))
    def f(x):
        y = []
        y.append(x)
        y.append(2.0 * x)
        y·more = y[0]
        y·more·2 = y[-1]
        y.append(y·more)
        y.append(y·more·2)
        z = [x, x]
        for y·more·3 in z:
            y.append(y·more·3)
        return y
    """
    naming, lists = Naming(tree), always_lists(tree)

    def change(statement: Statement) -> Block:
        match getattr(statement, "value", None):
            case gast.Call(
                func=gast.Attribute(value=gast.Name(id=grown), attr="extend"),
                args=[gast.Name(id=more) as source],
            ) if {grown, more} <= lists and is_alone(grown, tree):
                if more in perhaps_same(tree, grown, set(lists)):
                    return those_before(grown, source, naming, statement)
                return [each_appended(grown, source, naming, statement)]
        return appended(statement, naming)

    return each_statement(tree, change)


def each_appended(grown: str, more: Expression, naming: Naming, place: Statement) -> Statement:
    """Return the loop that appends what another list holds: it may be a tuple or an array later."""

    def put(value: Expression) -> Block:
        return [gast.Expr(call_method(name(grown), "append", value))]

    return locate(one_by_one(more, lambda word: naming.part(grown, word), put), place)


def those_before(grown: str, more: Expression, naming: Naming, place: Statement) -> Block:
    """Return the loop that appends what a list holds, perhaps to itself."""
    count, index = naming.part(grown, "count"), naming.part(grown, "place")
    put = gast.Expr(call_method(name(grown), "append", subscript(more.id, name(index))))
    target = gast.Name(index, gast.Store(), None, None)
    loop = gast.For(target, call("range", name(count)), [put], [], None)
    return [assign(count, call("len", more), place), locate(loop, place)]


def appended(statement: Statement, naming: Naming) -> Block:
    """Return a statement, or the calls of `append` that do what it does."""
    match getattr(statement, "value", None):
        case gast.Call(
            func=gast.Attribute(value=gast.Name(id=grown), attr="extend"),
            args=[gast.List(elts=parts) | gast.Tuple(elts=parts)],
        ) if isinstance(statement, gast.Expr) and parts and not has_star(parts):
            before: Block = []
        case _:
            return [statement]
    if grown in reads(parts):
        titles = [naming.part(grown, "more") for _ in parts]
        before = [assign(t, v, statement) for t, v in zip(titles, parts, strict=True)]
        parts = [name(title) for title in titles]
    calls = [call_method(name(grown), "append", value) for value in parts]
    return [*before, *(locate(gast.Expr(call), statement) for call in calls)]
