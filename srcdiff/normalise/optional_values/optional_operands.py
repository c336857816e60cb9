"""Names for results that may be None, where an expression asks for them: `f(x) or 1.0`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gast

from srcdiff.normalise.functions.returns import RESULT
from srcdiff.normalise.optional_values.nullability import is_harmless, may_be_none
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    dotted,
    each_block,
    fresh,
    has_operator,
    locate,
    mapped,
    name,
    with_body,
)


def with_named_result(tree: gast.FunctionDef, known: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with a name for a result that a conditional expression may make None."""
    last = tree.body[-1] if tree.body else None
    value = last.value if isinstance(last, gast.Return) else None
    if not isinstance(value, gast.IfExp) or not may_be_none(value, set(), known):
        return tree
    answer = locate(gast.Return(name(RESULT)), last)
    return with_body(tree, [*tree.body[:-1], assign(RESULT, value, last), answer])


def with_named_operands(tree: gast.FunctionDef, known: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with names for results that `or` replaces where they are None.

    >>> from srcdiff.syntax import function, unparse
    >>> def root(x):
    ...     return None if x < 0.0 else x ** 0.5
    >>> tree = function("def f(x): y = root(x) or 1.0; return y")
    >>> print(unparse(with_named_operands(tree, {"root": root})).replace("·", "_"))
    def f(x):
        or_value = root(x)
        y = or_value or 1.0
        return y
    """
    taken: set[str] = set()

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            chain = getattr(statement, "value", None)
            if chain is not None and is_chain(chain, known):
                operand = fresh(f"or{SEPARATOR}value", taken)
                taken.add(operand)
                new += in_turn(chain.values, operand, statement)
                new.append(replaced(statement, chain, locate(name(operand), chain)))
                continue
            found = first_or(getattr(statement, "value", None), known)
            if found is not None:
                first, *rest = found.values
                operand = fresh(f"or{SEPARATOR}value", taken)
                taken.add(operand)
                new.append(assign(operand, first, statement))
                both = locate(gast.BoolOp(found.op, [name(operand), *rest]), found)
                statement = replaced(statement, found, both)
            new.append(statement)
        return new

    return each_block(tree, block)


def is_chain(value: gast.AST, known: Mapping[str, Any]) -> bool:
    """Return True if an expression is an `or` of several calls, or variables, that may be None."""
    if not has_operator(value, gast.Or):
        return False
    called = [isinstance(v, gast.Call) and may_be_none(v, set(), known) for v in value.values]
    return any(called[1:-1]) or (called[0] and len(called) > 2)


def in_turn(values: Sequence[Expression], operand: str, place: Statement) -> Block:
    """Return statements that bind a variable to the first of some values that is true, or last."""
    first, *rest = values
    bound = [assign(operand, first, place)]
    if not rest:
        return bound
    test = gast.UnaryOp(gast.Not(), name(operand))
    return [*bound, locate(gast.If(test, in_turn(rest, operand, place), []), place)]


def first_or(value: gast.AST | None, known: Mapping[str, Any]) -> gast.BoolOp | None:
    """Return an `or` that replaces the result of the first call in an expression.

    It has to be evaluated whatever else is, so that the call may be made before the statement; if
    it changes arrays, nothing else may be read before.
    """
    nodes = [] if value is None else [value]
    read = False
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, gast.BoolOp):
            first = node.values[0]
            if not isinstance(first, gast.Call) or not isinstance(node.op, gast.Or):
                return None
            first_is_free = not read or is_harmless(known.get(dotted(first.func)))
            return node if first_is_free and may_be_none(first, set(), known) else None
        if isinstance(node, (gast.IfExp, gast.Lambda, gast.Compare)):
            return None
        read |= isinstance(node, (gast.Call, gast.Subscript, gast.Attribute))
        nodes = [*gast.iter_child_nodes(node), *nodes]
    return None


def replaced(node: gast.AST, old: Expression, new: Expression) -> gast.AST:
    """Return a statement, or a part of it, with another expression in place of one."""
    if node is old:
        return new
    return mapped(node, lambda part: replaced(part, old, new))
