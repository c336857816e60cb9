"""Elements at places in each row along an axis, read and written."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.scattering import cell, check_cells, check_values, element
from srcdiff.library.table import stands_for


@stands_for("np.take_along_axis")
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    """Return the elements at places in each row along an axis: np.take_along_axis.

    >>> take_along_axis(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1], [0]]), 1)
    array([[2.],
           [3.]])
    """
    if axis is None:
        if indices.ndim != 1:
            raise NotImplementedError("np.take_along_axis without an axis takes a vector of places")
        return np.ravel(arr)[indices]
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    if arr.ndim == 1:
        return arr[indices]
    if arr.ndim == 2:
        if axis == 0 or axis == -2:
            return np.transpose(along_rows(np.transpose(arr), np.transpose(indices))).copy()
        return along_rows(arr, indices)
    if arr.ndim != 3:
        raise NotImplementedError("np.take_along_axis is supported for up to three dimensions")
    parts, places = np.moveaxis(arr, axis, -1), np.moveaxis(indices, axis, -1)
    return np.moveaxis(along_last(parts, places), -1, axis)


def along_last(arr: Any, indices: Any) -> Any:
    """Return the elements at places along the last of three axes."""
    parts = longer(len(arr), len(indices))
    rows = longer(arr.shape[1], indices.shape[1])
    result = np.empty((parts, rows, indices.shape[2]), arr.dtype)
    for i in range(parts):
        own = arr[i if len(arr) > 1 else 0]
        result[i] = along_rows(own, indices[i if len(indices) > 1 else 0])
    return result


def along_rows(arr: Any, indices: Any) -> Any:
    """Return the elements at places in each row; one row of places, or of elements, is for all."""
    rows = longer(len(arr), len(indices))
    result = np.empty((rows, indices.shape[1]), arr.dtype)
    for i in range(rows):
        for j in range(indices.shape[1]):
            place = indices[i if len(indices) > 1 else 0, j]
            result[i, j] = arr[i if len(arr) > 1 else 0, place]
    return result


def longer(length: int, other: int) -> int:
    """Return a common length, where what is one long is repeated."""
    if length != other and length != 1 and other != 1:
        raise IndexError("the array and the places have other shapes")
    return length if other == 1 else other


@stands_for("np.put_along_axis")
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> None:
    """Write to the elements at places in each row along an axis: np.put_along_axis.

    >>> a = np.zeros((2, 2))
    >>> put_along_axis(a, np.array([[1], [0]]), 5.0, 1)
    >>> a
    array([[0., 5.],
           [5., 0.]])
    """
    if axis is None:
        raise NotImplementedError("np.put_along_axis without an axis is not supported")
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    own = values if np.ndim(values) == 0 else np.copy(values)  # which may be a part of the array
    if arr.ndim == 1:
        check_values(own, len(indices))
        for k in range(len(indices)):
            arr[indices[k]] = element(own, k)
    elif arr.ndim == 2:
        if axis == 0 or axis == -2:
            columns = longer(arr.shape[1], indices.shape[1])
            check_cells(own, len(indices), columns)
            for i in range(len(indices)):
                for j in range(columns):
                    place = indices[i, j if indices.shape[1] > 1 else 0]
                    arr[place, j if arr.shape[1] > 1 else 0] = cell(own, i, j)
        else:
            rows = longer(len(arr), len(indices))
            check_cells(own, rows, indices.shape[1])
            for i in range(rows):
                for j in range(indices.shape[1]):
                    place = indices[i if len(indices) > 1 else 0, j]
                    arr[i if len(arr) > 1 else 0, place] = cell(own, i, j)
    else:
        raise NotImplementedError("np.put_along_axis is supported for vectors and matrices")
