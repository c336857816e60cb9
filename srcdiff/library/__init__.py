"""Functions of NumPy and `math` that Numba lacks, or takes in part, written as plain functions.

They are differentiated as functions of the user are, so they need no rules. What depends on
the numbers of dimensions is decided before: `x.ndim` is known from the types.
"""

from __future__ import annotations

import bisect
import functools
import itertools
import sys
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srcdiff.core.operations import standard
from srcdiff.library import (
    along_axis,
    chosen,
    containers,
    contractions,
    counts,
    curves,
    diagonals,
    distributions,
    grids,
    known,
    margins,
    mathematics,
    methods,
    ordered,
    places,
    polynomials,
    scattering,
    sequences,
    statistics,
)
from srcdiff.library.table import IN_PART, LIBRARY
from srcdiff.syntax import Expression, call, constant, locate, number

OTHERS: tuple[tuple[Any, Callable[..., Any]], ...] = (
    (itertools.accumulate, containers.accumulate),
    (functools.reduce, containers.reduced),
    (np.lib.stride_tricks.sliding_window_view, places.sliding_window_view),
    (bisect.bisect_left, ordered.bisect_left),
    (bisect.bisect_right, ordered.bisect_right),
)
NORMAL = "scipy.stats.norm."  # whose methods stand in the library, too


def from_library(value: Any) -> Callable[..., Any] | None:
    """Return the function that stands for one of NumPy or `math`, or None.

    >>> from_library(np.polyder).__name__, from_library(np.add.at).__name__, from_library(np.sin)
    ('polyder', 'add_at', None)
    """
    if not callable(value):
        return None
    for other, function in OTHERS:
        if value is other:
            return function
    owner = getattr(value, "__self__", None)
    if isinstance(owner, np.ufunc):
        return LIBRARY.get(f"np.{owner.__name__}.{value.__name__}")
    if owner is not None and owner is getattr(sys.modules.get("scipy.stats"), "norm", None):
        return LIBRARY.get(f"{NORMAL}{value.__name__}")
    for name, function in LIBRARY.items():
        if value is standard(name):
            return function
    return None


def for_call(value: Any, node: gast.Call) -> Callable[..., Any] | None:
    """Return the function that stands for one of NumPy in a call like this, or None.

    >>> from srcdiff.syntax import expression
    >>> for_call(np.sort, expression("np.sort(x, axis=0)")).__name__
    'sort'
    >>> for_call(np.sort, expression("np.sort(x)")) is None
    True
    """
    for name, entry in IN_PART.items():
        if value is standard(name):
            return None if entry.takes(node) else entry.function
    return contraction(node) if value is np.tensordot else None


CONTRACTIONS = {
    0: contractions.outer,
    1: contractions.contracted_once,
    2: contractions.contracted_twice,
}
ALONG_LAST = {
    1: contractions.along_last,
    2: contractions.along_last_two,
    3: contractions.along_last_three,
}


def contraction(node: gast.Call) -> Callable[..., Any] | None:
    """Return the function for a call of np.tensordot along a number of axes, or None.

    >>> from srcdiff.syntax import expression
    >>> contraction(expression("np.tensordot(a, b, axes=1)")).__name__
    'contracted_once'
    >>> contraction(expression("np.tensordot(a, b, ((0,), (1,)))")) is None
    True
    """
    axes = axes_of_contraction(node)
    count = 2 if axes is None else number(axes)
    return None if count is None else CONTRACTIONS.get(int(count))


def axes_of_contraction(node: gast.Call) -> Expression | None:
    """Return the axes that a call of np.tensordot names, None where it does not."""
    words = {word.arg: word.value for word in node.keywords}
    return next(iter([*node.args[2:3], *([words["axes"]] if "axes" in words else [])]), None)


def contraction_along(node: gast.Call) -> tuple[Callable[..., Any], gast.Call] | None:
    """Return the function for a call of np.tensordot along named axes, and the call as it takes it.

    There the axes are the last ones. None where they are not known.

    >>> from srcdiff.syntax import expression, unparse
    >>> function, made = contraction_along(expression("np.tensordot(a, b, ((0, 1), (-1, -2)))"))
    >>> print(function.__name__, unparse(made.args[0]))
    along_last_two np.moveaxis(np.moveaxis(a, 1, -1), 0, -2)
    """
    pair = getattr(axes_of_contraction(node), "elts", ())
    if len(pair) != 2 or len(node.args) < 2:
        return None
    lists = [[number(one) for one in getattr(part, "elts", [part])] for part in pair]
    lengths = {len(part) for part in lists}
    every = [in_steps(part) for part in lists]
    if len(lengths) != 1 or not lengths <= ALONG_LAST.keys() or None in every:
        return None
    given = []
    for array, steps in zip(node.args, every, strict=False):
        for axis, place in steps or ():
            array = call("np.moveaxis", array, constant(axis), constant(place))
        given.append(array)
    return ALONG_LAST[lengths.pop()], locate(gast.Call(node.func, given, []), node)


def in_steps(axes: list[Any]) -> list[tuple[int, int]] | None:
    """Return the moves that bring some axes to the end, in their order, None if not known.

    An axis that an array has not is moved as such, so that NumPy raises.

    >>> in_steps([0, 2]), in_steps([2, 0]), in_steps([-1, -2])
    ([(2, -1), (0, -2)], [(2, -1), (0, -1)], [(-1, -1), (-2, -1)])
    >>> in_steps([-2, -1]), in_steps([1, 1]) is None
    ([(-2, -1), (-2, -1)], True)
    """
    if not all(isinstance(axis, int) for axis in axes) or len({a < 0 for a in axes}) > 1:
        return None
    if len({*axes}) < len(axes):
        return None
    if axes and axes[0] >= 0:  # the last one first, which leaves the others where they are
        largest = sorted(axes, reverse=True)
        return [
            (axis, -1 - sum(axes.index(other) > axes.index(axis) for other in largest[:k]))
            for k, axis in enumerate(largest)
        ]
    found: list[tuple[int, int]] = []
    rest: list[int] = list(axes)
    while rest:
        first, *others = rest
        found.append((first, -1))
        rest = [axis - 1 if axis > first else axis for axis in others]
    return found
