"""Raise TypeError in a `try` where an operand is None."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import gast

from srcdiff.core.fixed_points import connected
from srcdiff.core.needs import needs
from srcdiff.normalise.exceptions.caught import Groups, group_of
from srcdiff.normalise.exceptions.handlers import groups_of
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    call,
    callee_of,
    constant,
    is_none,
    locate,
    members,
    name,
    own_part,
    targets,
    walk_statements,
    with_blocks,
    with_body,
)

OF_NUMBERS = ("abs", "float", "int", "len", "max", "min", "pow", "round", "sum")
ORDERED = (gast.Lt, gast.LtE, gast.Gt, gast.GtE)
# what these evaluate on a condition only is checked where it is used
ON_CONDITION = (gast.IfExp, gast.BoolOp, gast.Lambda, gast.ListComp, gast.GeneratorExp)


@needs(gast.Try)
def none_operands(tree: gast.FunctionDef, constants: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with a `raise` where Python cannot compute with None in a `try`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(none_operands(function('''
    ... def f(x, y):
    ...     d = None
    ...     if x > 2.0:
    ...         d = y
    ...     try:
    ...         s = x * d
    ...     except TypeError:
    ...         s = x
    ...     return s
    ... '''), {})))
    def f(x, y):
        d = None
        if x > 2.0:
            d = y
        try:
            if d is None:
                raise TypeError('`d` is None')
            s = x * d
        except TypeError:
            s = x
        return s
    """
    optional = may_be_none(tree)
    if not optional:
        return tree

    def inside(block: Block, groups: Groups) -> Block:
        new: Block = []
        for statement in block:
            if isinstance(statement, gast.Try):
                own = inside(statement.body, (*groups_of(statement, constants), *groups))
                rest = [inside(part, groups) for part in blocks(statement)[1:]]
                new.append(with_blocks(statement, [own, *rest]))
                continue
            if group_of(TypeError, groups) is not None:
                new += [check(title, statement) for title in used(statement, optional)]
            parts = [inside(part, groups) for part in blocks(statement)]
            new.append(with_blocks(statement, parts) if parts else statement)
        return new

    return with_body(tree, inside(tree.body, ()))


def may_be_none(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that None is bound to somewhere, and those that take these over."""
    found: set[str] = set()
    pairs: list[tuple[str, str]] = []
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        if isinstance(statement, gast.Assign):
            parts = [part for v in members(value) for part in ways(v)]
            bound = targets(statement)
            if any(map(is_none, parts)):
                found.update(bound)
            pairs += [(t, p.id) for t in bound for p in parts if isinstance(p, gast.Name)]
    return connected(found, pairs)


def ways(value: Any) -> Iterator[Any]:
    """Yield the expressions of which a value is one."""
    if isinstance(value, gast.IfExp):
        yield from (*ways(value.body), *ways(value.orelse))
    else:
        yield value


def used(statement: Statement, optional: set[str]) -> list[str]:
    """Return the variables that a statement computes with, in their order."""
    parts = [*operands(own_part(statement))]
    if isinstance(statement, gast.For):
        parts.append(statement.iter)
    found = [part.id for part in parts if isinstance(part, gast.Name)]
    return [title for title in dict.fromkeys(found) if title in optional]


def operands(tree: gast.AST) -> Iterator[gast.AST]:
    """Yield what cannot be None in a tree."""
    match tree:
        case gast.BinOp(left=left, right=right):
            yield from (left, right)
        case gast.AugAssign(target=target, value=value):
            yield from (target, value)
        case gast.UnaryOp(op=gast.USub() | gast.UAdd(), operand=part) | gast.Subscript(value=part):
            yield part
        case gast.Compare(left=left, ops=ops, comparators=others):
            if any(isinstance(op, ORDERED) for op in ops):
                yield from (left, *others)
        case gast.Call(args=[first, *others]):
            called = callee_of(tree)
            if called.startswith("math.") or called in OF_NUMBERS:
                yield from (first, *others)
            elif called.startswith("np."):
                yield first
    if not isinstance(tree, ON_CONDITION):
        for part in gast.iter_child_nodes(tree):
            yield from operands(part)


def check(title: str, place: Statement) -> Statement:
    """Return the statement that raises TypeError where a variable is None."""
    test = gast.Compare(name(title), [gast.Is()], [constant(None)])
    error = gast.Raise(call("TypeError", constant(f"`{title}` is None")), None)
    return locate(gast.If(test, [error], []), place)
