"""The adjoints of operations that put several arrays, or numbers, into one array."""

from __future__ import annotations

from collections.abc import Callable

import gast
import numpy as np

from srcdiff.analyse.flow.activity import Activity
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.reverse.elementwise import Place
from srcdiff.syntax import (
    Expression,
    adjoint,
    binary,
    call,
    constant,
    dotted,
    name,
    number,
    reads,
    subscript,
    tuple_of,
)

ALL = gast.Slice(None, None, None)
Terms = list[tuple[str, Expression]]


def joining(place: Place, active: Activity) -> Adjoint | None:
    """Return the adjoint of an operation that joins arrays, None for any other."""
    write = JOINED.get(place.found.function)
    parts = getattr(place.found.operands[0], "elts", None) if place.found.operands else None
    if write is None or parts is None or axis_of(place, 0) is None:
        return None
    terms = [(n, t) for n, t in write(place, parts) if n in active.names]
    needs = reads([t for _, t in terms]) - {adjoint(place.target), "np"}
    return Adjoint((), tuple(terms), frozenset(needs))


def concatenated(place: Place, parts: list[Expression]) -> Terms:
    """Arrays one after the other, along the first axis or along a given one."""
    return pieces(place, parts, axis_of(place, 0) or 0)


def pieces(place: Place, parts: list[Expression], axis: int) -> Terms:
    """Arrays one after the other along an axis; those of one dimension less count as one."""
    ndim = place.types[place.target].ndim
    found: Terms = []
    start: Expression = constant(0)
    for part in parts:
        flat = place.types[dotted(part)].ndim < ndim
        end = following(start, constant(1) if flat else length_of(part, axis, ndim))
        piece = start if flat else gast.Slice(None if number(start) == 0 else start, end, None)
        index = tuple_of([*[ALL] * axis, piece]) if axis else piece
        found.append((dotted(part), subscript(adjoint(place.target), index)))
        start = end
    return found


def following(start: Expression, length: Expression) -> Expression:
    """Return the place behind a piece of some length."""
    first, more = number(start), number(length)
    if first is not None and more is not None:
        return constant(int(first + more))
    return length if first == 0 else binary(start, gast.Add(), length)


def length_of(part: Expression, axis: int, ndim: int) -> Expression:
    """Return the length of an array along an axis."""
    if ndim == 1:
        return call("len", name(dotted(part)))
    shape = gast.Attribute(name(dotted(part)), "shape", gast.Load())
    return gast.Subscript(shape, constant(axis), gast.Load())


def stacked(place: Place, parts: list[Expression]) -> Terms:
    """Arrays, or numbers, side by side along a new axis."""
    axis = axis_of(place, 0) or 0
    found: Terms = []
    for position, part in enumerate(parts):
        index: Expression = constant(position)
        if axis:
            index = tuple_of([*[ALL] * axis, index])
        found.append((dotted(part), subscript(adjoint(place.target), index)))
    return found


def columns(place: Place, parts: list[Expression]) -> Terms:
    """Vectors as the columns of a matrix; matrices side by side."""
    return pieces(place, parts, 1)


def rows(place: Place, parts: list[Expression]) -> Terms:
    """Vectors as the rows of a matrix; matrices one below the other."""
    return pieces(place, parts, 0)


def layers(place: Place, parts: list[Expression]) -> Terms:
    """Matrices behind each other; vectors as such matrices of one row."""
    if all(place.types[dotted(part)].ndim > 1 for part in parts):
        return pieces(place, parts, 2)
    return [
        (dotted(p), subscript(adjoint(place.target), tuple_of([constant(0), ALL, constant(k)])))
        for k, p in enumerate(parts)
    ]


def side_by_side(place: Place, parts: list[Expression]) -> Terms:
    """Vectors one after the other; matrices along the second axis."""
    return pieces(place, parts, min(place.types[place.target].ndim - 1, 1))


def display(place: Place, parts: list[Expression]) -> Terms:
    """Numbers, or rows of numbers, that are written out."""
    found: Terms = []
    for position, part in enumerate(parts):
        row = getattr(part, "elts", None)
        cells: list[tuple[tuple[int, ...], Expression]] = [((position,), part)]
        if row is not None:
            cells = [((position, k), cell) for k, cell in enumerate(row)]
        for where, cell in cells:
            index = [constant(k) for k in where]
            place_of = index[0] if len(index) == 1 else tuple_of(index)
            found.append((dotted(cell), subscript(adjoint(place.target), place_of)))
    return found


def axis_of(place: Place, default: int) -> int | None:
    """Return the axis along which a call joins arrays, None if it is not written as a number."""
    call_made = place.statement.value
    given = [word.value for word in call_made.keywords if word.arg == "axis"]
    given += call_made.args[1:] if place.found.function in (np.concatenate, np.stack) else []
    axis = number(given[0]) if given else default
    if axis is None:
        return None
    return int(axis) + (place.types[place.target].ndim if axis < 0 else 0)


JOINED: dict[object, Callable[[Place, list[Expression]], Terms]] = {
    np.array: display,
    np.concatenate: concatenated,
    np.stack: stacked,
    np.column_stack: columns,
    np.vstack: rows,
    np.hstack: side_by_side,
    np.dstack: layers,
}
