"""Put vectors on top of matrices: `np.vstack((m, v))`, which Numba has for equal ranks only."""

from __future__ import annotations

import gast

from srcdiff.core.operations import call_of
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    beside,
    call,
    callee_of,
    dotted,
    each_statement,
    locate,
    name,
    targets,
    tuple_of,
    walk_statements,
)


def rows_on_top(tree: gast.FunctionDef, failed: gast.AST | None) -> gast.FunctionDef | None:
    """Return a core form in which what a call of `np.vstack` takes has two dimensions at least.

    `failed` is the call; None for any other expression, and where they have them already.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(m, v):\\n    a = np.vstack((m, v))\\n    return a")
    >>> print(unparse(rows_on_top(tree, tree.body[0].value)))
    def f(m, v):
        a··row = np.atleast_2d(m)
        a··row_2 = np.atleast_2d(v)
        a = np.vstack((a··row, a··row_2))
        return a
    """
    if not isinstance(failed, gast.Call) or callee_of(failed) != "np.vstack":
        return None
    if not isinstance(failed.args[0], gast.Tuple):
        return None
    parts = failed.args[0].elts
    place = next((s for s in walk_statements(tree.body) if call_of(s) is failed), None)
    if place is None or not all(isinstance(part, gast.Name) for part in parts):
        return None
    target = targets(place)[0]
    words = ["row", *(f"row_{k + 2}" for k in range(len(parts) - 1))]
    rows = [beside(target, word) for word in words]
    if [dotted(part) for part in parts] == rows:
        return None  # as they are already

    def change(statement: Statement) -> Block:
        if statement is not place:
            return [statement]
        before = [
            assign(row, call("np.atleast_2d", part), statement)
            for row, part in zip(rows, parts, strict=True)
        ]
        made = call("np.vstack", tuple_of([name(row) for row in rows]))
        return [*before, assign(target, locate(made, failed), statement)]

    return each_statement(tree, change)
