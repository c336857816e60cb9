"""Call functions that return nothing for their effect, and return nothing for their result."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.aliasing.statement_effects import own_expressions
from srcdiff.analyse.types.types import types
from srcdiff.core.needs import needs
from srcdiff.core.operations import call_of
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    constant,
    each_statement,
    locate,
    reads,
    targets,
    walk_statements,
)


@needs(types.NoneType)
def valueless(tree: gast.FunctionDef, is_none: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function without names that can only be None, where they are just returned.

    `is_none` tells the names. Others are bound to None itself after a call.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(valueless(function('''
    ... def f(x, k):
    ...     if k > 0:
    ...         result = scale(x, k)
    ...     else:
    ...         result = None
    ...     return result
    ... '''), lambda name: name == "result")))
    def f(x, k):
        if k > 0:
            scale(x, k)
        else:
            pass
        return
    """
    every = list(walk_statements(tree.body))
    names = {t for s in every for t in targets(s) if len(targets(s)) == 1 and is_none(t)}
    names -= {t for s in every for t in targets(s) if len(targets(s)) > 1}
    known = frozenset(names)
    while names:
        read = {
            n for s in every if not passes_on(s, names, tree) for n in reads(own_expressions(s))
        }
        if not names & read:
            break
        names -= read
    if not known:
        return tree

    def without(statement: Statement) -> Block:
        if set(targets(statement)) & names:
            called = call_of(statement)
            return [] if called is None else [locate(gast.Expr(called), statement)]
        if set(targets(statement)) & known and call_of(statement) is not None:
            nothing = assign(targets(statement)[0], constant(None), statement)
            return [locate(gast.Expr(statement.value), statement), nothing]
        if isinstance(statement, gast.Return) and passes_on(statement, names, tree):
            return [gast.copy_location(gast.Return(None), statement)]
        return [statement]

    return each_statement(tree, without)


def passes_on(statement: Statement, names: set[str], tree: gast.FunctionDef) -> bool:
    """Return True if a statement gives one of the names to another one, or returns it."""
    if not isinstance(getattr(statement, "value", None), gast.Name):
        return False
    if statement is tree.body[-1] and isinstance(statement, gast.Return):
        return statement.value.id in names
    return bool(set(targets(statement)) & names)
