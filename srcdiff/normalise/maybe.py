"""Which variables may be None, and what a test tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import gast

from srcdiff.analyse.types import Type, types
from srcdiff.normalise.optional_results import returns_none
from srcdiff.syntax import (
    Expression,
    Statement,
    constant,
    dotted,
    is_none,
    name,
    parameters,
    targets,
    walk_statements,
    writes,
)

UNKNOWN, NONE, VALUE = "unknown", "none", "value"


def learnt(test: Expression, truth: bool) -> dict[str, str]:
    """Return what is known of variables where a test is true, or where it is not.

    >>> from srcdiff.syntax import expression
    >>> learnt(expression("a is not None and not b is None"), True)
    {'a': 'value', 'b': 'value'}
    >>> learnt(expression("a is None or x > 0"), False)
    {'a': 'value'}
    """
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        return learnt(test.operand, not truth)
    if isinstance(test, gast.BoolOp):
        if isinstance(test.op, gast.And) is not truth:
            return {}
        return {n: k for part in test.values for n, k in learnt(part, truth).items()}
    if isinstance(test, gast.Name) and truth:
        return {test.id: VALUE}
    if not isinstance(test, gast.Compare) or len(test.ops) != 1:
        return {}
    left, right = test.left, test.comparators[0]
    if not isinstance(left, gast.Name) or not is_none(right):
        return {}
    same = isinstance(test.ops[0], (gast.Is, gast.Eq))
    if not same and not isinstance(test.ops[0], (gast.IsNot, gast.NotEq)):
        return {}
    return {left.id: NONE if same is truth else VALUE}


def is_absent(kind: Type) -> bool:
    """Tell whether an argument of a type is None, given or left out."""
    return isinstance(kind, types.NoneType) or (
        isinstance(kind, types.Omitted) and kind.value is None
    )


def candidates(
    tree: gast.FunctionDef, none: set[str], known: Mapping[str, Any]
) -> tuple[set[str], set[str]]:
    """Return the variables that are None at some places, and those that always are."""
    values: dict[str, list[Expression]] = {p: [constant(None)] for p in none}
    for statement in walk_statements(tree.body):
        single = isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Name)
        for variable in writes([statement]) if single else ():
            values.setdefault(variable, []).append(statement.value)
        if not single:
            for variable in bound_here(statement):
                values.setdefault(variable, []).append(statement)
    for parameter in parameters(tree):
        if parameter in values and parameter not in none:
            values[parameter].append(name(parameter))
    found: set[str] = set()
    while True:
        more = {
            v
            for v, parts in values.items()
            if v not in found and any(may_be_none(part, found, known) for part in parts)
        }
        if not more:
            break
        found |= more
    always: set[str] = set()
    while True:
        more = {
            v
            for v in found - always
            if all(is_none(part) or getattr(part, "id", "") in always for part in values[v])
        }
        if not more:
            break
        always |= more
    return found - always, always


def bound_here(statement: Statement) -> Iterable[str]:
    """Return the names that a statement binds itself, those in its blocks left out."""
    if isinstance(statement, gast.For):
        return writes(statement.target)
    return targets(statement)


def may_be_none(tree: Expression, found: set[str], known: Mapping[str, Any]) -> bool:
    """Tell whether an expression may have the value None."""
    if isinstance(tree, gast.IfExp):
        return any(may_be_none(part, found, known) for part in (tree.body, tree.orelse))
    if isinstance(tree, gast.Call) and dotted(tree.func) in known:
        return returns_none(known[dotted(tree.func)])
    return is_none(tree) or (isinstance(tree, gast.Name) and tree.id in found)
