"""Differences on grids, coordinates of grids, and elements at places along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np


def gradient(
    f: Any, first: Any = 1.0, second: Any = None, axis: Any = None, edge_order: int = 1
) -> Any:
    """Return the slopes between the neighbours of each element: np.gradient.

    `first` and `second` are distances or coordinates, of a matrix one for each axis.

    >>> gradient(np.array([1.0, 4.0, 9.0]))
    array([3., 4., 5.])
    """
    if axis is not None:
        return slopes(f, first, axis, edge_order)
    if f.ndim == 1:
        return slopes(f, first, 0, edge_order)
    if f.ndim != 2:
        raise NotImplementedError("np.gradient without an axis is supported for vectors, matrices")
    if second is None:
        return slopes(f, first, 0, edge_order), slopes(f, first, 1, edge_order)
    return slopes(f, first, 0, edge_order), slopes(f, second, 1, edge_order)


def slopes(f: Any, spacing: Any, axis: int, edge_order: int) -> Any:
    """Return the slopes between neighbours along an axis.

    At distances that differ, each slope is that of the parabola through three points.
    """
    result = np.empty(f.shape)
    to, rows = np.moveaxis(result, axis, 0), np.moveaxis(f, axis, 0)
    if len(rows) < edge_order + 1:
        raise ValueError("the array is too small to calculate a gradient")
    if np.ndim(spacing) == 0:
        to[1:-1] = (rows[2:] - rows[:-2]) / (2.0 * spacing)
        if edge_order == 1:
            to[0] = (rows[1] - rows[0]) / spacing
            to[-1] = (rows[-1] - rows[-2]) / spacing
        else:
            to[0] = (2.0 * rows[1] - 1.5 * rows[0] - 0.5 * rows[2]) / spacing
            to[-1] = (0.5 * rows[-3] - 2.0 * rows[-2] + 1.5 * rows[-1]) / spacing
    else:
        steps = spacing[1:] - spacing[:-1]
        if edge_order == 1:
            to[0] = (rows[1] - rows[0]) / steps[0]
            to[-1] = (rows[-1] - rows[-2]) / steps[-1]
        else:
            to[0] = edge(rows[0], rows[1], rows[2], steps[0], steps[1])
            to[-1] = edge(rows[-1], rows[-2], rows[-3], -steps[-1], -steps[-2])
        if f.ndim == 2:
            steps = steps.reshape((len(steps), 1))
        elif f.ndim == 3:
            steps = steps.reshape((len(steps), 1, 1))
        elif f.ndim != 1:
            raise NotImplementedError("np.gradient is supported for up to three dimensions")
        before, after = steps[:-1], steps[1:]
        both = before / after * (rows[2:] - rows[1:-1]) + after / before * (rows[1:-1] - rows[:-2])
        to[1:-1] = both / (before + after)
    return result


def edge(first: Any, second: Any, third: Any, step: Any, next_step: Any) -> Any:
    """Return the slope at the first of three points, of the parabola through them."""
    both = step + next_step
    inner = both / (step * next_step) * second - step / (next_step * both) * third
    return inner - (2.0 * step + next_step) / (step * both) * first


def meshgrid(x: Any, y: Any, indexing: str = "xy") -> Any:
    """Return the coordinates of the points of a grid: np.meshgrid.

    >>> meshgrid(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    (array([[1., 2.],
           [1., 2.]]), array([[3., 3.],
           [4., 4.]]))
    """
    if indexing == "xy":
        return np.ones((len(y), 1)) * x, np.reshape(y, (len(y), 1)) * np.ones(len(x))
    return np.reshape(x, (len(x), 1)) * np.ones(len(y)), np.ones((len(x), 1)) * y


def insert(arr: Any, obj: int, values: float) -> Any:
    """Return all elements in one vector, with one more: np.insert.

    >>> insert(np.array([1.0, 2.0]), 1, 9.0)
    array([1., 9., 2.])
    """
    flat = np.ravel(arr)
    place = obj + len(flat) if obj < 0 else obj
    result = np.empty(len(flat) + 1, arr.dtype)
    result[:place] = flat[:place]
    result[place] = values
    result[place + 1 :] = flat[place:]
    return result


def take_along_axis(arr: Any, indices: Any, axis: Any) -> Any:
    """Return the elements at places in each row along an axis: np.take_along_axis.

    >>> take_along_axis(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1], [0]]), 1)
    array([[2.],
           [3.]])
    """
    if arr.ndim == 1:
        return arr[indices]
    if axis == 0 or axis == -2:
        return np.transpose(along_rows(np.transpose(arr), np.transpose(indices))).copy()
    return along_rows(arr, indices)


def along_rows(arr: Any, indices: Any) -> Any:
    """Return the elements at places in each row; one row of places, or of elements, is for all."""
    rows = max(len(arr), len(indices))
    if min(len(arr), len(indices)) not in (1, rows):
        raise ValueError("the array and the places have other shapes")
    result = np.empty((rows, indices.shape[1]), arr.dtype)
    for i in range(rows):
        for j in range(indices.shape[1]):
            place = indices[i if len(indices) > 1 else 0, j]
            result[i, j] = arr[i if len(arr) > 1 else 0, place]
    return result
