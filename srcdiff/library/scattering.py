"""Writes to elements at places that may repeat: np.add.at and its kind, and diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.add.at")
def add_at(a: Any, indices: Any, b: Any) -> None:
    """Add to elements, or rows, at some places: np.add.at.

    >>> a = np.zeros(3)
    >>> add_at(a, np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]))
    >>> a
    array([4., 0., 2.])
    """
    if isinstance(indices, tuple):
        rows, columns = indices
        if a.ndim != 2 or np.ndim(rows) != 1 or np.ndim(columns) != 1:
            raise NotImplementedError("`at` with two arrays of places is supported for matrices")
        for k in range(pairs(rows, columns, b)):
            a[element(rows, k), element(columns, k)] += element(b, k)
    elif np.ndim(indices) == 0:
        a[indices] += b
    else:
        if np.ndim(indices) != 1 or a.ndim > 2:
            raise NotImplementedError("`at` is supported for vectors of places, and matrices")
        places = np.arange(len(a))[indices]  # also where a mask is given
        if a.ndim == 1:
            check_values(b, len(places))
        else:
            check_cells(b, len(places), a.shape[1])
        for k in range(len(places)):
            if a.ndim == 1:
                a[places[k]] += element(b, k)
            else:
                for j in range(a.shape[1]):
                    a[places[k], j] += cell(b, k, j)


def pairs(rows: Any, columns: Any, b: Any) -> int:
    """Return how many pairs of places there are, with one place of one kind for all of the other.

    Raises ValueError where they are not as many, or the values are not.
    """
    if rows.dtype.kind == "b" or columns.dtype.kind == "b":
        raise NotImplementedError("`at` with masks in a pair is not supported")
    count = len(columns) if len(rows) == 1 else len(rows)
    if len(columns) != 1 and len(columns) != count:
        raise ValueError("there are not as many places of one kind as of the other")
    check_values(b, count)
    return count


def check_values(b: Any, count: int) -> None:
    """Raise ValueError unless there is one value for all places, or one for each."""
    if np.ndim(b) > 1:
        raise NotImplementedError("`at` with values of so many dimensions is not supported")
    if np.ndim(b) == 1 and len(b) != 1 and len(b) != count:
        raise ValueError("there are not as many values as places")


def check_cells(b: Any, rows: int, columns: int) -> None:
    """Raise ValueError unless values stand for a matrix of that many rows and columns."""
    if np.ndim(b) > 2:
        raise NotImplementedError("`at` with values of so many dimensions is not supported")
    wide = b.shape[-1] if np.ndim(b) > 0 else 1
    high = b.shape[0] if np.ndim(b) == 2 else 1
    if (wide != 1 and wide != columns) or (high != 1 and high != rows):
        raise ValueError("array is not broadcastable to correct shape")


def element(b: Any, k: int) -> Any:
    """Return an element of a vector; of one that has one element only, or a number, that."""
    if np.ndim(b) == 0:
        return b
    return b[k] if len(b) > 1 else b[0]


def cell(b: Any, k: int, j: int) -> Any:
    """Return an element of what stands for a matrix."""
    if np.ndim(b) == 2:
        return b[k if b.shape[0] > 1 else 0, j if b.shape[1] > 1 else 0]
    return element(b, j)


@stands_for("np.subtract.at")
def subtract_at(a: Any, indices: Any, b: Any) -> None:
    """Subtract from elements, or rows, at some places: np.subtract.at."""
    add_at(a, indices, -b)


@stands_for("np.multiply.at")
def multiply_at(a: Any, indices: Any, b: Any) -> None:
    """Multiply elements, or rows, at some places: np.multiply.at.

    >>> a = np.ones((2, 2))
    >>> multiply_at(a, np.array([1, 1]), np.array([2.0, 3.0]))
    >>> a
    array([[1., 1.],
           [4., 9.]])
    """
    if isinstance(indices, tuple):
        rows, columns = indices
        if a.ndim != 2 or np.ndim(rows) != 1 or np.ndim(columns) != 1:
            raise NotImplementedError("`at` with two arrays of places is supported for matrices")
        for k in range(pairs(rows, columns, b)):
            a[element(rows, k), element(columns, k)] *= element(b, k)
    elif np.ndim(indices) == 0:
        a[indices] *= b
    else:
        if np.ndim(indices) != 1 or a.ndim > 2:
            raise NotImplementedError("`at` is supported for vectors of places, and matrices")
        places = np.arange(len(a))[indices]  # also where a mask is given
        if a.ndim == 1:
            check_values(b, len(places))
        else:
            check_cells(b, len(places), a.shape[1])
        for k in range(len(places)):
            if a.ndim == 1:
                a[places[k]] *= element(b, k)
            else:
                for j in range(a.shape[1]):
                    a[places[k], j] *= cell(b, k, j)


@stands_for("np.fill_diagonal")
def fill_diagonal(a: Any, val: Any) -> None:
    """Write a number, or a vector, to the diagonal of a matrix: np.fill_diagonal.

    >>> a = np.zeros((2, 2))
    >>> fill_diagonal(a, 5.0)
    >>> a
    array([[5., 0.],
           [0., 5.]])
    """
    if a.ndim != 2 or np.ndim(val) > 1:
        raise NotImplementedError("np.fill_diagonal is supported for matrices, with vectors")
    rows, columns = a.shape
    for i in range(min(rows, columns)):
        if np.ndim(val) == 0:
            a[i, i] = val
        elif len(val) > 0:
            a[i, i] = val[i % len(val)]
