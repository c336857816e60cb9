"""Conditions on small arrays as conditions on their elements."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.arrays.element_expressions import (
    Names,
    expression_shape,
    is_truth,
    parts_by_element,
    reduced,
)
from srcdiff.analyse.arrays.shapes import Shape
from srcdiff.core.operations import operation
from srcdiff.syntax import Expression, binary, call, clone, constant, mapped

Cell = Callable[[str, Shape], Expression]  # what a name contributes to one element of a result


def in_elements(tree: Expression, index: Shape, names: Names, cell: Cell) -> Expression:
    """Return one element of an expression that is computed element by element.

    >>> from srcdiff.syntax import expression, name, unparse
    >>> known = {"u": (2,), "x": ()}
    >>> names = Names(known.get, lambda name: 1, lambda name: False)
    >>> def cell(title, index): return name(f"{title}_{index[0]}" if known[title] else title)
    >>> unparse(in_elements(expression("np.abs(u) + 1.0 > x"), (1,), names, cell))
    'np.abs(u_1) + 1.0 > x'
    """
    if isinstance(tree, gast.Name):
        return cell(tree.id, index)
    inside = set(map(id, parts_by_element(tree)))
    if not inside or reduced(tree, names) is not None:
        return clone(tree)

    def change(part: gast.AST) -> gast.AST:
        return in_elements(part, index, names, cell) if id(part) in inside else clone(part)

    return mapped(tree, change)


def reduced_in_elements(tree: Expression, names: Names, cell: Cell) -> Expression | None:
    """Return a sum, a maximum or the like of what is computed from small arrays, if it is one.

    >>> from srcdiff.syntax import expression, name, unparse
    >>> known = {"u": (2,), "x": ()}
    >>> names = Names(known.get, lambda name: 1, lambda name: False)
    >>> def cell(title, index): return name(f"{title}_{index[0]}" if known[title] else title)
    >>> texts = "np.all(u < x)", "np.max(u)", "np.linalg.norm(u)", "np.sum(u < x)"
    >>> for text in texts:
    ...     print(unparse(reduced_in_elements(expression(text), names, cell)))
    u_0 < x and u_1 < x
    np.maximum(u_0, u_1)
    math.sqrt(u_0 * u_0 + u_1 * u_1)
    int(u_0 < x) + int(u_1 < x)
    """
    operand, found = reduced(tree, names), operation(tree)
    shape = expression_shape(operand, names) if operand is not None else None
    if operand is None or found is None or shape is None:
        return None
    elements = [in_elements(operand, index, names, cell) for index in np.ndindex(shape)]
    if found.function in COUNTS and is_truth(operand, names):
        elements = [call("int", element) for element in elements]
    return WHOLE[found.function](elements)


def sum_of(elements: list[Expression]) -> Expression:
    """Return a sum."""
    return functools.reduce(lambda x, y: binary(x, gast.Add(), y), elements)


def product(elements: list[Expression]) -> Expression:
    """Return a product."""
    return functools.reduce(lambda x, y: binary(x, gast.Mult(), y), elements)


def mean(elements: list[Expression]) -> Expression:
    """Return a mean."""
    return binary(sum_of(elements), gast.Div(), constant(len(elements)))


def norm(elements: list[Expression]) -> Expression:
    """Return the root of a sum of squares."""
    return call("math.sqrt", sum_of([binary(x, gast.Mult(), clone(x)) for x in elements]))


def greatest(elements: list[Expression]) -> Expression:
    """Return the largest of some numbers, nan if there is one."""
    return functools.reduce(lambda x, y: call("np.maximum", x, y), elements)


def least(elements: list[Expression]) -> Expression:
    """Return the smallest of some numbers, nan if there is one."""
    return functools.reduce(lambda x, y: call("np.minimum", x, y), elements)


def some(elements: list[Expression]) -> Expression:
    """Return the condition that one of some conditions holds."""
    return gast.BoolOp(gast.Or(), elements) if len(elements) > 1 else elements[0]


def every(elements: list[Expression]) -> Expression:
    """Return the condition that all of some conditions hold."""
    return gast.BoolOp(gast.And(), elements) if len(elements) > 1 else elements[0]


COUNTS = {np.sum, np.count_nonzero}  # of what is true
WHOLE: Mapping[Any, Callable[[list[Expression]], Expression]] = {
    np.sum: sum_of,
    np.count_nonzero: sum_of,
    np.mean: mean,
    np.prod: product,
    np.max: greatest,
    np.amax: greatest,
    np.min: least,
    np.amin: least,
    np.linalg.norm: norm,
    np.any: some,
    np.all: every,
}
