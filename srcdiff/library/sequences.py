"""Orders, differences, shifts and copies along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.sort", positional=1)
def sort(a: Any, axis: Any = -1) -> Any:
    """Return the elements in rising order along an axis, or all in one vector: np.sort.

    >>> sort(np.array([[3.0, 1.0], [2.0, 4.0]]), 0)
    array([[2., 1.],
           [3., 4.]])
    """
    if axis is None:
        return np.sort(np.ravel(a))
    if a.ndim == 1:
        return np.sort(a)
    return np.moveaxis(np.sort(np.ascontiguousarray(np.moveaxis(a, axis, -1))), -1, axis)


@stands_for("np.argsort", positional=1, keywords=("kind",))
def argsort(a: Any, axis: Any = -1, kind: Any = None, stable: Any = None) -> Any:
    """Return the places of the elements in rising order along an axis: np.argsort.

    >>> argsort(np.array([[3.0, 1.0], [2.0, 4.0]]), 0)
    array([[1, 0],
           [0, 1]])
    """
    keeps = kind == "stable" or kind == "mergesort" or stable is True
    if axis is None:
        return order_of(np.ravel(a), keeps)
    if a.ndim == 1:
        return order_of(a, keeps)
    if a.ndim == 3:
        return np.moveaxis(orders_along_last(np.moveaxis(a, axis, -1), keeps), -1, axis)
    if a.ndim != 2:
        raise NotImplementedError("np.argsort is supported for up to three dimensions")
    rows, columns = a.shape
    places = np.empty((rows, columns), np.int64)
    if axis == 0 or axis == -2:
        for j in range(columns):
            places[:, j] = order_of(a[:, j], keeps)
    else:
        for i in range(rows):
            places[i] = order_of(a[i], keeps)
    return places


def orders_along_last(a: Any, keeps: bool) -> Any:
    """Return the places of the elements in rising order along the last of three axes."""
    places = np.empty(a.shape, np.int64)
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            places[i, j] = order_of(a[i, j], keeps)
    return places


def order_of(a: Any, keeps: bool) -> Any:
    """Return the places of the elements of a vector in rising order, equal ones as they are."""
    if keeps:
        return np.argsort(a, kind="mergesort")
    return np.argsort(a)


@stands_for("np.diff", positional=2, keywords=("n",))
def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """Return the differences of neighbours along an axis: np.diff.

    >>> diff(np.array([[1.0, 2.0], [4.0, 8.0]]), axis=0), diff(np.array([1.0, 3.0]), prepend=0.0)
    (array([[3., 6.]]), array([1., 2.]))
    """
    if a.ndim == 1:
        if prepend is not None:
            a = np.append(np.full(1, prepend) if np.ndim(prepend) == 0 else prepend, a)
        if append is not None:
            a = np.append(a, append)
        return np.diff(a, n)
    if n < 1:
        raise ValueError("differences along an axis are supported for n > 0")
    rows = np.moveaxis(a, axis, 0)
    if prepend is not None:
        rows = np.concatenate((border(rows, prepend, axis), rows))
    if append is not None:
        rows = np.concatenate((rows, border(rows, append, axis)))
    found = rows[1:] - rows[:-1]
    for _ in range(n - 1):
        found = found[1:] - found[:-1]
    return np.moveaxis(found, 0, axis)


def border(rows: Any, values: Any, axis: int) -> Any:
    """Return what is put before or after rows: one row of a number, or those of an array."""
    if np.ndim(values) == 0:
        return np.full_like(rows[:1], values)
    return np.moveaxis(values, axis, 0)


@stands_for("np.roll", positional=2, keywords=("shift",))
def roll(a: Any, shift: Any, axis: Any) -> Any:
    """Return the elements moved around in a circle along an axis, or along several: np.roll.

    >>> roll(np.array([[1.0, 2.0, 3.0]]), 1, 1)
    array([[3., 1., 2.]])
    """
    if isinstance(axis, tuple):
        if not isinstance(shift, tuple):
            return roll_each(a, repeated(shift, axis), axis)
        return roll_each(a, shift, axis)
    if isinstance(shift, tuple):
        return roll_each(a, shift, repeated(axis, shift))
    if a.ndim == 1:
        return np.roll(a, shift)
    rows = np.moveaxis(a, axis, 0)
    place = -shift % max(len(rows), 1)
    return np.moveaxis(np.concatenate((rows[place:], rows[:place])), 0, axis)


def roll_each(a: Any, shifts: Any, axes: Any) -> Any:
    """Return the elements moved around along several axes, one after the other."""
    if len(shifts) != len(axes):
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences of one length")
    if len(axes) == 0:
        return a.copy()
    moved = roll(a, shifts[0], axes[0])
    return moved if len(axes) == 1 else roll_each(moved, shifts[1:], axes[1:])


def repeated(value: int, parts: Any) -> Any:
    """Return a tuple with a value as often as another one has parts.

    >>> repeated(2, (0, 1))
    (2, 2)
    """
    first = (value,)
    if len(parts) == 1:
        return first
    return first + repeated(value, parts[1:])


@stands_for("np.repeat", positional=2, keywords=("repeats",))
def repeat(a: Any, repeats: int, axis: int) -> Any:
    """Return the rows along an axis, each several times: np.repeat.

    >>> repeat(np.array([[1.0, 2.0]]), 2, 0)
    array([[1., 2.],
           [1., 2.]])
    """
    if a.ndim == 1:
        return np.repeat(a, repeats)
    rows = np.moveaxis(a, axis, 0)
    return np.moveaxis(rows[np.arange(len(rows) * repeats) // repeats], 0, axis)


@stands_for("np.tile", positional=2, keywords=("A", "reps"), pairs=True)
def tile(A: Any, reps: Any) -> Any:
    """Return copies of an array side by side, in one direction or two: np.tile.

    >>> tile(np.array([1.0, 2.0]), (2, 2))
    array([[1., 2., 1., 2.],
           [1., 2., 1., 2.]])
    """
    down, across = reps
    block = np.reshape(A, (1, len(A))) if A.ndim == 1 else A
    rows, columns = block.shape
    result = np.empty((down * rows, across * columns), A.dtype)
    for i in range(down):
        for j in range(across):
            result[i * rows : (i + 1) * rows, j * columns : (j + 1) * columns] = block
    return result


@stands_for("np.apply_along_axis")
def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any) -> Any:
    """Return what a function gives for each vector along an axis of a matrix: np.apply_along_axis.

    >>> apply_along_axis(np.sum, 0, np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([4., 6.])
    """
    if arr.ndim == 1:
        if axis != 0 and axis != -1:
            raise ValueError("the array has no such axis")
        return in_own_memory(func1d(arr, *args))
    if arr.ndim != 2:
        raise NotImplementedError("np.apply_along_axis is supported for vectors and matrices")
    rows = np.moveaxis(arr, axis, -1)
    (count, _) = rows.shape
    if count == 0:
        raise ValueError("there are no vectors along this axis")
    return along_axis(func1d, rows, axis, func1d(rows[0], *args), *args)


def in_own_memory(found: Any) -> Any:
    """Return a number, or a copy of an array."""
    if np.ndim(found) == 0:
        return found
    return np.copy(found)


def along_axis(func1d: Any, rows: Any, axis: int, first: Any, *args: Any) -> Any:
    """Return what a function gives for each row; the result for the first one is known."""
    if np.ndim(first) == 0:
        numbers = np.full(len(rows), first)
        for i in range(1, len(rows)):
            numbers[i] = func1d(rows[i], *args)
        return numbers
    vectors = np.empty((len(rows), len(first)), first.dtype)
    vectors[0] = first
    for i in range(1, len(rows)):
        vectors[i] = func1d(rows[i], *args)
    return np.transpose(vectors).copy() if axis == 0 or axis == -2 else vectors


def first_of(values: Any, count: int) -> Any:
    """Return the first values, as np.fromiter takes them: all for -1.

    >>> first_of(np.array([1.0, 2.0, 3.0]), 2)
    array([1., 2.])
    """
    if count < 0:
        return values.copy()
    if len(values) < count:
        raise ValueError("iterator too short")
    return values[:count].copy()
