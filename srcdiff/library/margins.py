"""Arrays with margins."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.pad")
def pad(array: Any, pad_width: Any, mode: str = "constant", constant_values: float = 0.0) -> Any:
    """Return a vector or a matrix with margins: np.pad.

    They are numbers, or the elements at the edges, around them or as in a mirror.

    >>> pad(np.array([1.0, 2.0]), 1), pad(np.array([1.0, 2.0]), (0, 2), mode="edge")
    (array([0., 1., 2., 0.]), array([1., 2., 2., 2.]))
    >>> pad(np.array([1.0, 2.0, 3.0]), 2, mode="wrap")
    array([2., 3., 1., 2., 3., 1., 2.])
    >>> pad(np.array([[1.0, 2.0]]), ((1, 0), (0, 1)))
    array([[0., 0., 0.],
           [1., 2., 0.]])
    """
    if isinstance(pad_width, tuple):
        first, second = pad_width
        if isinstance(first, tuple):
            return pad_matrix(array, first, second, mode, constant_values)
    else:
        first, second = pad_width, pad_width
    if array.ndim == 1:
        return pad_vector(array, first, second, mode, constant_values)
    return pad_matrix(array, (first, second), (first, second), mode, constant_values)


def pad_vector(array: Any, before: int, after: int, mode: str, value: float) -> Any:
    """Return a vector with margins."""
    if mode != "constant":
        return array[sources(len(array), before, after, mode)]
    result = np.full(len(array) + before + after, value, array.dtype)
    result[before : before + len(array)] = array
    return result


def pad_matrix(array: Any, along_rows: Any, along_columns: Any, mode: str, value: float) -> Any:
    """Return a matrix with margins."""
    rows, columns = array.shape
    above, below = along_rows
    left, right = along_columns
    if mode != "constant":
        higher = array[sources(rows, above, below, mode)]
        return higher[:, sources(columns, left, right, mode)]
    result = np.full((rows + above + below, columns + left + right), value, array.dtype)
    result[above : above + rows, left : left + columns] = array
    return result


def sources(count: int, before: int, after: int, mode: str) -> Any:
    """Return which elements the ones of an array with margins are."""
    if count == 0 and before + after > 0:
        raise ValueError("can't extend empty axis using modes other than 'constant' or 'empty'")
    places = np.arange(-before, count + after)
    if mode == "edge":
        return np.minimum(np.maximum(places, 0), count - 1)
    if mode == "wrap":
        return places % count
    if mode == "reflect":
        there = places % max(2 * count - 2, 1)
        return np.where(there < count, there, 2 * count - 2 - there)
    if mode == "symmetric":
        there = places % (2 * count)
        return np.where(there < count, there, 2 * count - 1 - there)
    raise NotImplementedError("this mode of np.pad is not supported")
