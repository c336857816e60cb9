"""Give variables that some paths leave unbound a value of their type.

Only the copies where paths join are concerned: of all names only theirs are bound twice,
and none of them but these is bound to a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container

import gast

from srcdiff.core.values import UNBOUND
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    each_block,
    is_number,
    targets,
    walk_statements,
)


def typable(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with calls for the unbound variables, whose type is not known.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(typable(function('''
    ... def f(c):
    ...     if c:
    ...         y·2 = y
    ...     else:
    ...         y·2 = 0
    ...     return y·2
    ... '''))))
    def f(c):
        if c:
            y·2 = y
        else:
            y·2 = return·unbound()
        return y·2
    """
    found = set(unbound(tree.body))

    def change(block: Block) -> Block:
        return [assign(targets(s)[0], call(UNBOUND), s) if s in found else s for s in block]

    return with_typed(tree, change) if found else tree


def bound(
    tree: gast.FunctionDef, typed: Container[str], default: Callable[[str], Expression]
) -> gast.FunctionDef:
    """Return the function with values of the right types for unbound variables.

    `typed` are the names that have a type; `default` returns a value for a name.
    """
    found = set(unbound(tree.body))

    def change(block: Block) -> Block:
        return [typed_value(s) if s in found and targets(s)[0] in typed else s for s in block]

    def typed_value(statement: Statement) -> Statement:
        (target,) = targets(statement)
        return assign(target, default(target), statement)

    return with_typed(tree, change) if found else tree


def with_typed(tree: gast.FunctionDef, change: Callable[[Block], Block]) -> gast.FunctionDef:
    """Return the function with all its blocks changed."""
    return each_block(tree, change)


def unbound(body: Block) -> list[Statement]:
    """Return the statements that bind variables which have no value."""
    times = Counter(target for s in walk_statements(body) for target in targets(s))
    return [
        s
        for s in walk_statements(body)
        if isinstance(s, gast.Assign)
        and is_number(s.value)
        and len(targets(s)) == 1
        and times[targets(s)[0]] > 1
    ]
