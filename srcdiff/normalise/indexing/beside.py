"""Subscripts that have arrays of places beside slices and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import gast

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.syntax import (
    Expression,
    call,
    constant,
    is_none,
    is_number,
    locate,
    members,
    number,
    tuple_of,
)

Named = Callable[[str, Expression], Expression]  # gives the value of an expression a name


def spelled_out(element: Expression, ndim: int) -> Expression:
    """Return an element of an array with `ndim` dimensions, with `:` for each that `...` is.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(spelled_out(expression("x[..., k]"), 3))
    'x[:, :, k]'
    """
    parts = members(element.slice)
    places = [k for k, part in enumerate(parts) if is_dots(part)]
    if len(places) != 1 or any(is_none(part) for part in parts):
        return element
    (place,) = places
    whole = [gast.Slice(None, None, None) for _ in range(ndim - len(parts) + 1)]
    index = tuple_of([*parts[:place], *whole, *parts[place + 1 :]])
    return locate(gast.Subscript(element.value, index, element.ctx), element)


def is_dots(part: Expression) -> bool:
    """Return True if a part of a subscript is `...`."""
    return isinstance(part, gast.Constant) and part.value is ...


def is_single(part: Expression, types: Types) -> bool:
    """Return True if a part of a subscript is one place, told by an integer."""
    if is_number(part):
        return isinstance(number(part), int)
    kind = types[part.id] if isinstance(part, gast.Name) else None
    return isinstance(kind, numba_types.Integer)


def axis_of(parts: Sequence[Expression]) -> int:
    """Return the dimension of the result that an array of places makes.

    It comes first if slices stand between the array and numbers, which count as arrays.

    >>> from srcdiff.syntax import expression
    >>> [axis_of(expression(f"x[{t}]").slice.elts) for t in ("k, :", ":, 0, k", ":, 0, :, k")]
    [0, 1, 0]
    """
    single = [k for k, part in enumerate(parts) if not isinstance(part, gast.Slice)]
    together = single[-1] - single[0] == len(single) - 1
    return single[0] if together else 0


def beside_slices(
    array: Expression, parts: Sequence[Expression], place: int, named: Named, ndim: int = 1
) -> Expression:
    """Return the elements at the places in one dimension, in slices and at numbers of others.

    `ndim` tells how many dimensions the array of places has.
    """
    whole = gast.Slice(None, None, None)
    others = [whole if k == place else part for k, part in enumerate(parts)]
    if any(not isinstance(p, gast.Slice) or p.lower or p.upper or p.step for p in others):
        array = named("part", gast.Subscript(array, tuple_of(others), gast.Load()))
    own = sum(isinstance(part, gast.Slice) for part in others[:place])
    if own == 0:
        rows: Expression = gast.Subscript(array, parts[place], gast.Load())
    else:
        turned = named("turned", call("np.moveaxis", array, constant(own), constant(0)))
        rows = gast.Subscript(turned, parts[place], gast.Load())
    axis = axis_of(parts)
    for _ in range(ndim if axis else 0):  # the first one comes behind the others, one by one
        rows = call("np.moveaxis", named("rows", rows), constant(0), constant(axis + ndim - 1))
    return rows
