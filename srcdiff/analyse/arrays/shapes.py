"""Shapes that are written out: of arrays, of parts of arrays, of products."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.syntax import Expression, members, number

Shape = tuple[int, ...]
RANKS = (1, 2)


def product_shape(first: Shape | None, second: Shape | None) -> Shape | None:
    """Return the shape of a matrix product of known shapes, () for a scalar product.

    >>> product_shape((2, 3), (3,)), product_shape((3,), (3,)), product_shape((2, 3), (2, 3))
    ((2,), (), None)
    """
    if not first or not second or first[-1] != second[0]:
        return None
    return (*first[:-1], *second[1:])


def broadcast(shapes: Iterable[Shape | None]) -> Shape | None:
    """Return the shape of what is computed of arrays element by element, None if they do not fit.

    >>> broadcast([(3,), (), (2, 1)]), broadcast([(3,), None]), broadcast([(3,), (2,)])
    ((2, 3), None, None)
    """
    known = list(shapes)
    try:
        return None if None in known else np.broadcast_shapes(*filter(None, known))
    except ValueError:
        return None


def literal_shape(tree: Expression) -> Shape | None:
    """Return a shape that is written out.

    >>> from srcdiff.syntax import expression
    >>> literal_shape(expression("3")), literal_shape(expression("(3, 2)"))
    ((3,), (3, 2))
    """
    parts = members(tree)
    sizes = [number(part) for part in parts]
    if not sizes or not all(isinstance(size, int) and size > 0 for size in sizes):
        return None
    return tuple(int(size) for size in sizes if size is not None)


def literal(tree: Expression) -> np.ndarray[Any, Any] | None:
    """Return an array of numbers that is written out."""

    def value(node: Expression) -> Any:
        if isinstance(node, (gast.List, gast.Tuple)):
            return [value(part) for part in node.elts]
        return number(node)

    rows = value(tree)
    if not isinstance(rows, list) or not rows:
        return None
    try:
        made = np.array(rows, dtype=object)
    except ValueError:
        return None
    if made.ndim not in RANKS or any(not isinstance(v, (int, float)) for v in made.flat):
        return None
    return made.astype(np.float64)


def chosen(index: Expression, shape: Shape) -> tuple[Shape, tuple[int, ...]] | None:
    """Return the shape of a part of an array, and the positions of its elements.

    None if that is not known, or if there are no such elements.

    >>> from srcdiff.syntax import expression
    >>> [chosen(expression(f"a[{text}]").slice, (2, 3)) for text in ("1, -1", "1", ":, 0", "i")]
    [((), (5,)), ((3,), (3, 4, 5)), ((2,), (0, 3)), None]
    >>> [chosen(expression(f"a[{text}]").slice, (2, 3)) for text in ("2", "::0")]
    [None, None]
    """
    picks: list[int | slice] = []
    for part in parts_of(index):
        if isinstance(part, gast.Slice):
            ends = [None if e is None else number(e) for e in (part.lower, part.upper, part.step)]
            given = (part.lower, part.upper, part.step)
            if any(
                e is not None and not isinstance(v, int) for e, v in zip(given, ends, strict=True)
            ):
                return None
            picks.append(slice(*ends))
        else:
            value = number(part)
            if not isinstance(value, int):
                return None
            picks.append(value)
    places = np.arange(math.prod(shape)).reshape(shape)
    try:
        part = places[tuple(picks)]
    except (IndexError, ValueError):  # a step of zero
        return None
    return np.shape(part), tuple(int(p) for p in np.ravel(part))


def slice_length(index: Expression, ndim: int) -> int | None:
    """Return the length of a slice with both ends written out, all other subscripts integers.

    >>> from srcdiff.syntax import expression
    >>> [slice_length(expression(f"a[{text}]").slice, 2) for text in ("i, 3:6", ":3, j", "i, :")]
    [3, 3, None]
    """
    found = constant_slice(index, ndim)
    return found[2] - found[1] if found is not None else None


def constant_slice(index: Expression, ndim: int) -> tuple[int, int, int] | None:
    """Return which subscript is a slice with ends that are written out, and its ends."""
    parts = parts_of(index)
    slices = [p for p, part in enumerate(parts) if isinstance(part, gast.Slice)]
    whole = all(
        isinstance(p, (gast.Slice, gast.Name, gast.BinOp)) or number(p) is not None for p in parts
    )
    if len(parts) != ndim or len(slices) != 1 or not whole:
        return None
    part = parts[slices[0]]
    lower = 0 if part.lower is None else number(part.lower)
    upper = None if part.upper is None else number(part.upper)
    if part.step is not None or not isinstance(lower, int) or not isinstance(upper, int):
        return None
    return (slices[0], lower, upper) if 0 <= lower < upper else None
