"""Refuse floating-point numbers where Python takes integers only, and Numba rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, blocks, callee_of, dotted, walk, walk_statements

ADVICE = "write `int(n)`; a list of integers and others holds floating-point numbers only"
SAME_KIND = ("max", "min", "abs")  # functions that give back what they are given


@needs(gast.For, gast.Slice)
def check_whole_numbers(core: Core, kinds: Mapping[str, Type]) -> None:
    """Refuse ranges and slices of floating-point numbers.

    `kinds` are the types of all names. Raises UnsupportedSyntax.
    """
    for statement in walk_statements(core.tree.body):
        if isinstance(statement, gast.For) and isinstance(statement.iter, gast.Call):
            ends = statement.iter.args if dotted(statement.iter.func) == "range" else []
            refuse_floating(ends, kinds, "a floating-point number tells how often a loop runs")
        if not any(True for _ in blocks(statement)):
            told = "a floating-point number tells where a slice begins or ends"
            refuse_floating(limits(statement), kinds, told)


def limits(statement: gast.AST) -> Iterator[Expression]:
    """Yield where the slices in a statement begin and end."""
    for node in walk(statement):
        if isinstance(node, gast.Slice):
            yield from (end for end in (node.lower, node.upper, node.step) if end is not None)


def refuse_floating(
    numbers: Iterator[Expression] | list[Expression], kinds: Mapping[str, Type], reason: str
) -> None:
    """Raise UnsupportedSyntax for the first floating-point number among some."""
    for number in numbers:
        if is_floating(number, kinds):
            raise UnsupportedSyntax(reason, number, ADVICE)


def is_floating(tree: Expression, kinds: Mapping[str, Type]) -> bool:
    """Return True if an expression certainly is a floating-point number.

    >>> from srcdiff.syntax import expression
    >>> kinds = {"x": numba_types.float64, "n": numba_types.int64}
    >>> texts = ("n - 1", "x - 1", "max(n, x)", "int(x)", "2.0", "n / 2")
    >>> [is_floating(expression(text), kinds) for text in texts]
    [False, True, True, False, True, True]
    """
    match tree:
        case gast.Constant(value=value):
            return isinstance(value, float)
        case gast.BinOp(op=gast.Div()):
            return True
        case gast.BinOp(left=left, right=right):
            return is_floating(left, kinds) or is_floating(right, kinds)
        case gast.UnaryOp(operand=inner):
            return is_floating(inner, kinds)
        case gast.Call(args=given):
            return callee_of(tree) in SAME_KIND and any(is_floating(part, kinds) for part in given)
        case gast.Subscript(value=whole):
            kind: Any = kinds.get(dotted(whole))
            is_list = isinstance(kind, numba_types.List) or (is_array(kind) and kind.ndim == 1)
            return bool(is_list and is_inexact(kind.dtype))
    return is_inexact(kinds.get(dotted(tree)))
