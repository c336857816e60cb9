"""Positions in arrays, and elements that are chosen by conditions or windows."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.library.table import stands_for


@stands_for("np.unravel_index")
def unravel_index(indices: Any, shape: Any) -> Any:
    """Return the subscripts of elements that are counted in rows: np.unravel_index.

    >>> unravel_index(5, (2, 3)), unravel_index(np.array([1, 3]), (2, 2))
    ((1, 2), (array([0, 1]), array([1, 1])))
    """
    if not isinstance(shape, tuple):
        return unravel_index(indices, (shape,))
    size = size_of(shape)
    if np.ndim(indices) == 0:
        if indices < 0 or indices >= size:
            raise ValueError("index is out of bounds for array with this size")
    elif np.any(indices < 0) or np.any(indices >= size):
        raise ValueError("index is out of bounds for array with this size")
    return digits(indices, shape)


def size_of(shape: Any) -> Any:
    """Return how many elements an array with a shape has.

    >>> size_of((2, 3)), size_of((4,))
    (6, 4)
    """
    if not isinstance(shape, tuple):
        return shape
    if len(shape) == 1:
        return shape[0]
    return shape[0] * size_of(shape[1:])


def subscripts_of(place: int, shape: Any) -> Any:
    """Return the subscripts of an element that is counted in rows, as np.ndindex gives them.

    >>> subscripts_of(5, (2, 3)), subscripts_of(2, 4)
    ((1, 2), (2,))
    """
    if not isinstance(shape, tuple):
        return (place,)
    return digits(place, shape)


def subscripts_at(place: int, shape: Any) -> Any:
    """Return the subscripts that the built-in `next` takes of np.ndindex.

    >>> subscripts_at(0, (2, 3))
    (0, 0)
    """
    if place >= size_of(shape):
        raise StopIteration
    return subscripts_of(place, shape)


def digits(place: Any, shape: Any) -> Any:
    """Return the subscripts of elements that are counted in rows, which are inside the shape.

    >>> digits(5, (2, 3))
    (1, 2)
    """
    if len(shape) == 1:
        return (place,)
    if len(shape) == 2:
        return place // shape[1], place % shape[1]
    if len(shape) == 3:
        rows = place // shape[2]
        return rows // shape[1], rows % shape[1], place % shape[2]
    if len(shape) == 4:
        columns = place // shape[3]
        rows = columns // shape[2]
        return rows // shape[1], rows % shape[1], columns % shape[2], place % shape[3]
    raise NotImplementedError("subscripts are supported for up to four dimensions")


@stands_for("np.ravel_multi_index")
def ravel_multi_index(multi_index: Any, dims: Any) -> Any:
    """Return the numbers of elements, counted in rows: np.ravel_multi_index.

    >>> ravel_multi_index((1, 2), (2, 3))
    5
    """
    place = checked(multi_index[0], dims[0])
    if len(dims) > 1:
        place = place * dims[1] + checked(multi_index[1], dims[1])
    if len(dims) > 2:
        place = place * dims[2] + checked(multi_index[2], dims[2])
    if len(dims) > 3:
        raise NotImplementedError("np.ravel_multi_index is supported for up to three dimensions")
    return place


def checked(index: Any, size: int) -> Any:
    """Return subscripts along an axis, which have to be inside it."""
    if np.ndim(index) == 0:
        if index < 0 or index >= size:
            raise ValueError("invalid entry in coordinates array")
    elif np.any(index < 0) or np.any(index >= size):
        raise ValueError("invalid entry in coordinates array")
    return index


@stands_for("np.diag_indices")
def diag_indices(n: int, ndim: int = 2) -> Any:
    """Return the subscripts of the diagonal of a square matrix: np.diag_indices.

    >>> diag_indices(2)
    (array([0, 1]), array([0, 1]))
    """
    if ndim != 2:
        raise NotImplementedError("np.diag_indices is supported for matrices")
    return np.arange(n), np.arange(n)


@stands_for("np.diag_indices_from")
def diag_indices_from(arr: Any) -> Any:
    """Return the subscripts of the diagonal of a square matrix: np.diag_indices_from.

    >>> diag_indices_from(np.eye(2))
    (array([0, 1]), array([0, 1]))
    """
    if arr.ndim != 2:
        raise NotImplementedError("np.diag_indices_from is supported for matrices")
    if arr.shape[0] != arr.shape[1]:
        raise ValueError("All dimensions of input must be of equal length")
    return np.arange(len(arr)), np.arange(len(arr))


@stands_for("np.tril_indices")
def tril_indices(n: int, k: int = 0, m: Any = None) -> Any:
    """Return the subscripts of a lower triangle: np.tril_indices.

    >>> tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    columns = n if m is None else m
    rows = np.reshape(np.arange(n), (n, 1))
    return np.nonzero(rows + k >= np.arange(columns))


@stands_for("np.triu_indices")
def triu_indices(n: int, k: int = 0, m: Any = None) -> Any:
    """Return the subscripts of an upper triangle: np.triu_indices.

    >>> triu_indices(2, 1)
    (array([0]), array([1]))
    """
    columns = n if m is None else m
    rows = np.reshape(np.arange(n), (n, 1))
    return np.nonzero(rows + k <= np.arange(columns))


@stands_for("np.tril_indices_from")
def tril_indices_from(arr: Any, k: int = 0) -> Any:
    """Return the subscripts of the lower triangle of a matrix: np.tril_indices_from.

    >>> tril_indices_from(np.eye(2))
    (array([0, 1, 1]), array([0, 0, 1]))
    """
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return tril_indices(arr.shape[0], k, arr.shape[1])


@stands_for("np.triu_indices_from")
def triu_indices_from(arr: Any, k: int = 0) -> Any:
    """Return the subscripts of the upper triangle of a matrix: np.triu_indices_from.

    >>> triu_indices_from(np.eye(2))
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    if arr.ndim != 2:
        raise ValueError("input array must be 2-d")
    return triu_indices(arr.shape[0], k, arr.shape[1])


@stands_for("np.compress")
def compress(condition: Any, a: Any, axis: Any = None) -> Any:
    """Return the elements of all, or the parts along an axis, where a condition holds: np.compress.

    >>> compress(np.array([True, False]), np.eye(2), 1)
    array([[1.],
           [0.]])
    """
    places = np.nonzero(np.asarray(condition))[0]
    if axis is None:
        return np.ravel(a)[places]
    if a.ndim == 1:
        return a[places]
    return np.moveaxis(np.moveaxis(a, axis, 0)[places], 0, axis)


def sliding_window_view(x: Any, window_shape: Any, axis: Any = None) -> Any:
    """Return windows that slide along axes, as the last axes: np.lib.stride_tricks.

    >>> sliding_window_view(np.array([1.0, 2.0, 3.0]), 2)
    array([[1., 2.],
           [2., 3.]])
    """
    if axis is None:
        if not isinstance(window_shape, tuple):
            return windows_along(x, window_shape, 0)
        if len(window_shape) != x.ndim:
            raise ValueError("window_shape must have as many parts as x has dimensions")
        if len(window_shape) == 1:
            return windows_along(x, window_shape[0], 0)
        if len(window_shape) == 2:
            return windows_along(windows_along(x, window_shape[0], 0), window_shape[1], 1)
        raise NotImplementedError("windows are supported along up to two axes")
    if not isinstance(window_shape, tuple):
        return windows_along(x, window_shape, axis + x.ndim if axis < 0 else axis)
    first = axis[0] + x.ndim if axis[0] < 0 else axis[0]
    one = windows_along(x, window_shape[0], first)
    if len(window_shape) == 1:
        return one
    if len(window_shape) == 2:
        return windows_along(one, window_shape[1], axis[1] + x.ndim if axis[1] < 0 else axis[1])
    raise NotImplementedError("windows are supported along up to two axes")


def windows_along(x: Any, length: int, axis: int) -> Any:
    """Return windows that slide along an axis, as the last axis.

    >>> windows_along(np.ones((2, 5)), 3, 1).shape
    (2, 3, 3)
    """
    if x.ndim == 1:
        return runtime.windows(x, length)
    found = runtime.windows(np.moveaxis(x, axis, 0), length)
    return np.moveaxis(np.moveaxis(found, 1, -1), 0, axis)
