"""Compute the places that `x[f(i)] += y` changes before the rest, and once."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.normalise.control_flow.comparisons import is_called
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import Block, Statement, assign, each_statement, name, owner, rebuild

INSIDE = (gast.Slice, gast.Subscript, gast.Tuple)  # what stays around the calls


def once(tree: gast.FunctionDef, functions: Container[str]) -> gast.FunctionDef:
    """Return the function with names for calls in the targets of augmented assignments.

    `functions` are the names of the user's functions, which may change what is read later.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(once(function('''
    ... def f(x, y):
    ...     x[g(y), 1:g(x)] *= h(x)
    ...     return x
    ... '''), {"g", "h"})))
    def f(x, y):
        x·place = g(y)
        x·place·2 = g(x)
        x[x·place, 1:x·place·2] *= h(x)
        return x
    """
    naming = Naming(tree)

    return each_statement(tree, lambda statement: with_places(statement, functions, naming))


def with_places(statement: Statement, functions: Container[str], naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    if not isinstance(statement, gast.AugAssign) or not is_called(statement.target, functions):
        return [statement]
    before: Block = []

    def change(part: gast.AST) -> gast.AST:
        if not is_called(part, functions):
            return part
        if isinstance(part, INSIDE):
            return rebuild(part, change)
        held = naming.part(owner(statement.target), "place")
        before.append(assign(held, part, statement))
        return name(held)

    target = change(statement.target)
    changed = gast.AugAssign(target, statement.op, statement.value)
    return [*before, gast.copy_location(changed, statement)]
