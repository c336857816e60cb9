"""Write expressions whose value nobody takes as statements, so that what they call is called."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    children,
    each_statement,
    joined_by,
    locate,
    walk,
)

# in these, all parts are computed, from the first to the last
PLAIN = (gast.Attribute, gast.BinOp, gast.List, gast.Set, gast.Slice, gast.Subscript, gast.Tuple)
# what does something; all else only computes
DOING = (gast.Await, gast.Call, gast.NamedExpr, gast.Yield, gast.YieldFrom)


@needs(gast.Expr)
def discarded(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with calls, and what cannot be taken apart, as its only expressions.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(discarded(function('''
    ... def f(x, y):
    ...     x
    ...     g(x) if y > 0.0 else None
    ...     y < 1.0 and g(y) or g(x) + 2.0 * g(y)
    ...     return x
    ... '''))))
    def f(x, y):
        if y > 0.0:
            g(x)
        if not (y < 1.0 and g(y)):
            g(x)
            g(y)
        return x
    """
    return each_statement(tree, taken_apart)


def taken_apart(statement: Statement) -> Block:
    """Return the statements that stand for a statement."""
    return alone(statement.value, statement) if isinstance(statement, gast.Expr) else [statement]


def does_nothing(value: Expression) -> bool:
    """Return True if an expression only computes, and calls nothing."""
    return not any(isinstance(node, DOING) for node in walk(value))


def alone(value: Expression, place: Statement) -> Block:
    """Return the statements that do what an expression does, but for its value."""
    if does_nothing(value):
        return []
    if isinstance(value, gast.IfExp):
        return [branch(value.test, alone(value.body, place), alone(value.orelse, place), place)]
    if isinstance(value, gast.BoolOp):
        *others, last = value.values
        before = joined_by(value.op, others)
        if isinstance(value.op, gast.Or):
            before = gast.UnaryOp(gast.Not(), before)
        body = alone(last, place)
        return [branch(before, body, [], place)] if body else alone(before, place)
    if isinstance(value, (*PLAIN, gast.UnaryOp)) or is_comparison(value):
        return [s for part in children(value) for s in alone(part, place)]
    return [place if value is place.value else locate(gast.Expr(value), place)]


def is_comparison(value: Expression) -> bool:
    """Return True if an expression compares two values, both of which are computed."""
    return isinstance(value, gast.Compare) and len(value.ops) == 1


def branch(test: Expression, body: Block, other: Block, place: Statement) -> Statement:
    """Return a conditional statement."""
    return locate(gast.If(test, body or [gast.Pass()], other), place)
