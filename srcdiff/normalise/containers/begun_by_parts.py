"""Lists that get longer, and begin as a part of another list, or as two lists joined."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.array_lists.list_spellings import always_lists
from srcdiff.normalise.containers.appends import grows
from srcdiff.syntax import (
    Expression,
    Statement,
    assign,
    call,
    each_statement,
    walk_statements,
    whole_target,
)


@needs(".append")
def begun_by_parts(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with `list(...)` around what such lists begin with.

    The other list may be an array later, of which a part is an array too, and cannot get longer.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(begun_by_parts(function('''
    ... def f(x):
    ...     u = [x, 2.0 * x]
    ...     v = u[:]
    ...     v.append(x)
    ...     w = u[1:]
    ...     return v, w
    ... '''))))
    def f(x):
        u = [x, 2.0 * x]
        v = list(u[:])
        v.append(x)
        w = u[1:]
        return (v, w)
    """
    lists = always_lists(tree)
    every = list(walk_statements(tree.body))
    longer = {t for t in lists if any(grows(s, t) for s in every)}

    def change(statement: Statement) -> list[Statement]:
        value = getattr(statement, "value", None)
        if whole_target(statement) in longer and is_part(value):
            return [assign(whole_target(statement), call("list", value), statement)]
        return [statement]

    return each_statement(tree, change)


def is_part(value: Expression) -> bool:
    """Return True for a part of a named list, in its order, and for two named lists joined.

    >>> from srcdiff.syntax import expression
    >>> [is_part(expression(text)) for text in ("u[1:]", "u + v", "u[::-1]", "u + [x]")]
    [True, True, False, False]
    """
    match value:
        case gast.Subscript(value=gast.Name(), slice=gast.Slice(step=None)):
            return True
        case gast.BinOp(left=gast.Name(), op=gast.Add(), right=gast.Name()):
            return True
    return False
