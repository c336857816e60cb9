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
    constant,
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


def still_unbound(tree: gast.FunctionDef, before: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function that has lost branches, where what had a value only in them has none.

    A variable that is left with nothing but the number which stands for no value would be taken
    for a number. Its copies get none either. `before` is the function with the branches.

    >>> from srcdiff.syntax import function, unparse, with_body
    >>> before = function('''
    ... def f(x, c):
    ...     if c:
    ...         y = x
    ...     else:
    ...         y = 0
    ...     z = y
    ...     while x < 1:
    ...         z = x
    ...     return z
    ... ''')
    >>> tree = with_body(before, [*before.body[0].orelse, *before.body[1:]])
    >>> print(unparse(still_unbound(tree, before)))
    def f(x, c):
        y = 0
        z = 0
        while x < 1:
            z = x
        return z
    """
    left = set(unbound(before.body)) & set(walk_statements(tree.body))
    pending = {targets(s)[0] for s in left - set(unbound(tree.body))}
    empty: set[str] = set()
    while pending - empty:
        empty |= pending
        times = Counter(target for s in walk_statements(tree.body) for target in targets(s))
        copies = {t for s in walk_statements(tree.body) if origin(s) in empty for t in targets(s)}
        pending = {target for target in copies if times[target] == 1}

    def change(block: Block) -> Block:
        return [assign(targets(s)[0], constant(0), s) if origin(s) in empty else s for s in block]

    return with_typed(tree, change) if empty else tree


def origin(statement: Statement) -> str:
    """Return the name that a statement binds another name to, "" for any other statement."""
    is_whole = isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)
    return statement.value.id if is_whole and isinstance(statement.value, gast.Name) else ""


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
