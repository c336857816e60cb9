"""Write `np.multiply(x, y, out=z)` as a write to `z`."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.core.primitives import by_name
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    locate,
    map_blocks,
    members,
    name,
    targets,
    walk,
    with_body,
)

OTHERS: dict[str, int] = by_name("out")  # how many arguments come before `out`


def written_results(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with writes to the arrays that functions are to write their results to.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(written_results(function('''
    ... def f(x, y, z):
    ...     np.multiply(x, y, out=z)
    ...     a = np.exp(z, z)
    ...     np.dot(x, y, out=z[1])
    ...     return a
    ... '''))))
    def f(x, y, z):
        z[...] = np.multiply(x, y)
        z[...] = np.exp(z)
        a = z
        z[1] = np.dot(x, y)
        return a
    """

    def change(block: Block) -> Block:
        return [new for statement in block for new in changed(statement)]

    return with_body(tree, map_blocks(tree.body, change))


def changed(statement: Statement) -> Block:
    """Return the statements that stand for a statement."""
    made = getattr(statement, "value", None)
    bound = targets(statement)
    is_alone = isinstance(statement, gast.Expr)
    if is_alone and callee_of(made) == "np.copyto":
        return [copied(statement, made)]
    is_named = isinstance(statement, gast.Assign) and len(bound) == len(statement.targets) == 1
    if not isinstance(made, gast.Call) or not (is_alone or is_named):
        return [statement]
    out, value = divided(made)
    if out is None:
        return [statement]
    store = out
    if isinstance(out, gast.Name):
        store = locate(gast.Subscript(out, constant(...), gast.Load()), out)
    elif not is_alone:
        return [statement]
    store = gast.copy_location(gast.Subscript(store.value, store.slice, gast.Store()), out)
    written = assign(store, value, statement)
    return [written] if is_alone else [written, assign(bound[0], name(out.id), statement)]


def copied(statement: Statement, made: gast.Call) -> Statement:
    """Return the write to an array that a call of np.copyto stands for.

    >>> from srcdiff.syntax import statements, unparse
    >>> (statement,) = statements("np.copyto(a[1], x, where=m)")
    >>> print(unparse(copied(statement, statement.value)))
    a[1][...] = np.where(m, x, a[1])
    """
    words = {word.arg: word.value for word in made.keywords}
    given = list(made.args)
    array = given[0] if given else None
    if len(given) != 2 or not words.keys() <= {"where"} or not is_place(array):
        return statement
    value = given[1]
    if "where" in words:
        value = locate(call("np.where", words["where"], value, clone(array)), made)
    whole = gast.Subscript(array, constant(...), gast.Store())
    return assign(locate(whole, made), value, statement)


def is_place(tree: Expression | None) -> bool:
    """Return True if an expression is a name, or a part of what a name stands for by constants."""
    while isinstance(tree, gast.Subscript):
        if any(isinstance(node, (gast.Call, gast.NamedExpr)) for node in walk(tree.slice)):
            return False
        tree = tree.value
    return isinstance(tree, gast.Name)


def divided(made: gast.Call) -> tuple[Expression | None, gast.Call]:
    """Return the array that a call writes its result to, or None, and the call without it."""
    count = operands(dotted(made.func))
    words = {word.arg: word.value for word in made.keywords}
    given = list(made.args)
    if count is None:
        return None, made
    if len(given) == count + 1 and not words:
        out = given.pop()
    elif len(given) == count and set(words) == {"out"}:
        out = words["out"]
    else:
        return None, made
    parts = members(out) if isinstance(out, gast.Tuple) else [out]
    if len(parts) != 1 or not isinstance(parts[0], (gast.Name, gast.Subscript)):
        return None, made
    return parts[0], gast.copy_location(gast.Call(made.func, given, []), made)


def operands(called: str) -> int | None:
    """Return how many arguments of a function come before the array for its result, if one may.

    >>> operands("np.add"), operands("np.clip"), operands("np.sum"), operands("f")
    (2, 3, None, None)
    """
    module, _, title = called.rpartition(".")
    function = getattr(np, title, None) if module == "np" else None
    if isinstance(function, np.ufunc) and function.nout == 1 and function.signature is None:
        return function.nin
    return OTHERS.get(called)
