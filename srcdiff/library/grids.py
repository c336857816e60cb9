"""Differences on grids, coordinates of grids, and vectors with an element more."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.kinds import floating
from srcdiff.library.table import stands_for


@stands_for("np.gradient")
def gradient(
    f: Any, first: Any = 1.0, second: Any = None, axis: Any = None, edge_order: int = 1
) -> Any:
    """Return the slopes between the neighbours of each element: np.gradient.

    `first` and `second` are distances or coordinates, of a matrix one for each axis.

    >>> gradient(np.array([1.0, 4.0, 9.0]))
    array([3., 4., 5.])
    """
    values = floating(f)
    if axis is not None or f.ndim == 1:
        if second is not None:
            raise NotImplementedError("np.gradient takes one distance for one axis")
        return slopes(values, first, 0 if axis is None else axis, edge_order)
    if f.ndim != 2:
        raise NotImplementedError("np.gradient without an axis is supported for vectors, matrices")
    if second is None:
        if np.ndim(first) > 0:
            raise NotImplementedError("np.gradient takes coordinates for each axis")
        return slopes(values, first, 0, edge_order), slopes(values, first, 1, edge_order)
    return slopes(values, first, 0, edge_order), slopes(values, second, 1, edge_order)


def slopes(f: Any, spacing: Any, axis: int, edge_order: int) -> Any:
    """Return the slopes between neighbours along an axis.

    At distances that differ, each slope is that of the parabola through three points.
    """
    if edge_order > 2:
        raise ValueError("edge_order is greater than 2")
    result = np.empty(f.shape, f.dtype)
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
        if len(spacing) != len(rows):
            raise ValueError("when 1d, distances must match the length of the dimension")
        places = floating(spacing)
        steps = places[1:] - places[:-1]
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


@stands_for("np.meshgrid")
def meshgrid(x: Any, y: Any, indexing: str = "xy") -> Any:
    """Return the coordinates of the points of a grid: np.meshgrid.

    >>> meshgrid(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    (array([[1., 2.],
           [1., 2.]]), array([[3., 3.],
           [4., 4.]]))
    """
    if np.ndim(x) != 1 or np.ndim(y) != 1:
        raise NotImplementedError("np.meshgrid is supported for vectors")
    if indexing == "xy":
        return beside(x, len(y)), below(y, len(x))
    return below(x, len(y)), beside(y, len(x))


def beside(x: Any, count: int) -> Any:
    """Return a matrix with rows that are all the same."""
    return np.broadcast_to(x, (count, len(x))).copy()


def below(x: Any, count: int) -> Any:
    """Return a matrix with columns that are all the same."""
    return np.broadcast_to(np.reshape(x, (len(x), 1)), (len(x), count)).copy()


def open_grid(first: Any, second: Any) -> Any:
    """Return coordinates along two axes that are broadcast to a grid: np.ogrid.

    >>> open_grid(np.arange(2), np.array([0.5, 1.0]))
    (array([[0.],
           [1.]]), array([[0.5, 1. ]]))
    """
    rows = np.reshape(first, (len(first), 1)) + np.zeros(1, second.dtype)
    return rows, np.reshape(second, (1, len(second))) + np.zeros(1, first.dtype)


def open_grid_in_space(first: Any, second: Any, third: Any) -> Any:
    """Return coordinates along three axes that are broadcast to a grid: np.ogrid."""
    both = np.zeros(1, first.dtype) + np.zeros(1, second.dtype) + np.zeros(1, third.dtype)
    rows, columns = np.reshape(first, (len(first), 1, 1)), np.reshape(second, (1, len(second), 1))
    return rows + both, columns + both, np.reshape(third, (1, 1, len(third))) + both


def full_grid(first: Any, second: Any) -> Any:
    """Return coordinates of the points of a grid, one array for each axis: np.mgrid, unpacked.

    >>> full_grid(np.arange(2), np.arange(2))
    (array([[0, 0],
           [1, 1]]), array([[0, 1],
           [0, 1]]))
    """
    rows, columns = open_grid(first, second)
    return rows + np.zeros_like(columns), columns + np.zeros_like(rows)


def full_grid_in_space(first: Any, second: Any, third: Any) -> Any:
    """Return coordinates of the points of a grid in space, one array for each axis."""
    rows, columns, depths = open_grid_in_space(first, second, third)
    none = np.zeros_like(rows) + np.zeros_like(columns) + np.zeros_like(depths)
    return rows + none, columns + none, depths + none


def stacked_grid(first: Any, second: Any) -> Any:
    """Return coordinates of the points of a grid in one array: np.mgrid.

    >>> stacked_grid(np.arange(2), np.arange(3)).shape
    (2, 2, 3)
    """
    return np.stack(full_grid(first, second))


def stacked_grid_in_space(first: Any, second: Any, third: Any) -> Any:
    """Return coordinates of the points of a grid in space in one array: np.mgrid."""
    return np.stack(full_grid_in_space(first, second, third))


@stands_for("np.insert")
def insert(arr: Any, obj: int, values: float) -> Any:
    """Return all elements in one vector, with one more: np.insert.

    >>> insert(np.array([1.0, 2.0]), 1, 9.0)
    array([1., 9., 2.])
    """
    flat = np.ravel(arr)
    place = obj + len(flat) if obj < 0 else obj
    if place < 0 or place > len(flat):
        raise IndexError("the index is out of bounds")
    result = np.empty(len(flat) + 1, arr.dtype)
    result[:place] = flat[:place]
    result[place] = values
    result[place + 1 :] = flat[place:]
    return result
