"""Compute the places that `x[f(i)] += y` and `x[k[0]] += f(k)` change before the rest, and once."""

from __future__ import annotations

import copy
from collections.abc import Container

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.comparisons import CALLED, is_called
from srcdiff.normalise.control_flow.evaluation_order import may_change
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import Block, Statement, assign, each_statement, name, owner, rebuild

AROUND = (gast.Slice, gast.Tuple)  # what stays around the calls


@needs(gast.AugAssign)
@needs(*CALLED)
def once(tree: gast.FunctionDef, functions: Container[str]) -> gast.FunctionDef:
    """Return the function with names for calls in the targets of augmented assignments.

    `functions` are the names of the user's functions, which may change what is read later: so
    where the value calls one, what the target reads from arrays has a name, too.

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
    >>> print(unparse(once(function("def f(x, k): x[k[0], 1] += h(k)"), {"h"})))
    def f(x, k):
        x·place = k[0]
        x[x·place, 1] += h(k)
    """
    naming = Naming(tree)

    return each_statement(tree, lambda statement: with_places(statement, functions, naming))


def with_places(statement: Statement, functions: Container[str], naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    if not isinstance(statement, gast.AugAssign):
        return [statement]
    before: Block = []
    later = is_called(statement.value, functions)

    def change(part: gast.AST) -> gast.AST:
        if not is_called(part, functions) and not (later and may_change(part)):
            return part
        if isinstance(part, AROUND):
            return rebuild(part, change)
        held = naming.part(owner(statement.target), "place")
        before.append(assign(held, part, statement))
        return name(held)

    def places(target: gast.AST) -> gast.AST:
        """Change the subscripts of a target, which stays what it is."""
        if not isinstance(target, gast.Subscript):
            return change(target) if is_called(target, functions) else target
        new = copy.copy(target)
        new.value, new.slice = places(target.value), change(target.slice)
        return new

    target = places(statement.target)
    if not before:
        return [statement]
    changed = gast.AugAssign(target, statement.op, statement.value)
    return [*before, gast.copy_location(changed, statement)]
