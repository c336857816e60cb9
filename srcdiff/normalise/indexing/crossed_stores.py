"""Writes to the elements where some rows and some columns meet: `a[np.ix_(i, j)] += b`."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    constant,
    dotted,
    each_statement,
    locate,
    name,
    subscript,
    tuple_of,
)


@needs("np.ix_")
def crossed_stores(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with loops for writes to where rows and columns meet.

    Where a row or column is named twice, the last value stays, as in NumPy.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(crossed_stores(function("def f(a, i, j, b):\\n    a[np.ix_(i, j)] += b"))))
    def f(a, i, j, b):
        a·rows = np.arange(a.shape[0])[np.array(i)]
        a·columns = np.arange(a.shape[1])[np.array(j)]
        a·crossed = a[a·rows][:, a·columns]
        a·crossed[:, :] += b
        for a·row in range(len(a·rows)):
            for a·column in range(len(a·columns)):
                a[a·rows[a·row], a·columns[a·column]] = a·crossed[a·row, a·column]
    """
    naming = Naming(tree)
    return each_statement(tree, lambda statement: written(statement, naming))


def written(statement: Statement, naming: Naming) -> Block:
    """Return the statements that stand for one."""
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    target = targets[0]
    if not isinstance(statement, (gast.Assign, gast.AugAssign)) or len(targets) > 1:
        return [statement]
    if not isinstance(target, gast.Subscript) or not isinstance(target.slice, gast.Call):
        return [statement]
    given = target.slice
    if dotted(given.func) != "np.ix_" or len(given.args) != 2 or given.keywords:
        return [statement]
    if not isinstance(target.value, gast.Name):
        return [statement]
    array = target.value.id
    titles = [naming.part(array, word) for word in ("rows", "columns")]
    begin = [
        assign(title, places(array, axis, value), statement)
        for axis, (title, value) in enumerate(zip(titles, given.args, strict=True))
    ]
    held = naming.part(array, "crossed")
    every = gast.Slice(None, None, None)
    part = gast.Subscript(name(array), name(titles[0]), gast.Load())
    begin.append(
        assign(
            held, gast.Subscript(part, tuple_of([every, name(titles[1])]), gast.Load()), statement
        )
    )
    whole = subscript(held, tuple_of([every, every]), store=True)
    if isinstance(statement, gast.AugAssign):
        update: Statement = gast.AugAssign(whole, statement.op, statement.value)
    else:
        update = gast.Assign([whole], statement.value, None)
    return [*begin, locate(update, statement), stored(array, titles, held, naming, statement)]


def places(array: str, axis: int, value: Expression) -> Expression:
    """Return the places along an axis as integers that count from the first one."""
    shape = gast.Attribute(name(array), "shape", gast.Load())
    length = gast.Subscript(shape, constant(axis), gast.Load())
    return gast.Subscript(call("np.arange", length), call("np.array", value), gast.Load())


def stored(
    array: str, titles: list[str], held: str, naming: Naming, statement: Statement
) -> Statement:
    """Return the loops that write the elements."""
    counters = [naming.part(array, word) for word in ("row", "column")]
    where = tuple_of(
        subscript(title, name(counter)) for title, counter in zip(titles, counters, strict=True)
    )
    target = subscript(array, where, store=True)
    value = subscript(held, tuple_of(map(name, counters)))
    found: Statement = locate(gast.Assign([target], value, None), statement)
    for title, counter in reversed(list(zip(titles, counters, strict=True))):
        over = gast.Name(counter, gast.Store(), None, None)
        through = call("range", call("len", name(title)))
        found = locate(gast.For(over, through, [found], [], None), statement)
    return found
