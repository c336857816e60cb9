"""Diagonals, traces and triangles of arrays of any rank, and their products in blocks."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.diagonal", positional=2, keywords=("offset",))
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the diagonals along two axes, as the last axis: np.diagonal.

    >>> diagonal(np.arange(8.0).reshape(2, 2, 2))
    array([[0., 6.],
           [1., 7.]])
    """
    return last_diagonals(last_two(a, axis1, axis2), offset)


@stands_for("np.trace", positional=2, keywords=("offset",))
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the sums of diagonals along two axes: np.trace.

    >>> trace(np.arange(8.0).reshape(2, 2, 2), axis1=1, axis2=2)
    array([ 3., 11.])
    """
    return np.sum(last_diagonals(last_two(a, axis1, axis2), offset), -1)


def equal_diagonal(a: Any, axis1: int, axis2: int) -> Any:
    """Return the diagonals along two axes of the same length, as the last axis.

    >>> equal_diagonal(np.arange(4.0).reshape(2, 2), 0, 1)
    array([0., 3.])
    """
    if a.shape[axis1] != a.shape[axis2]:
        raise ValueError("dimensions in operand for collapsing index do not match")
    return last_diagonals(last_two(a, axis1, axis2), 0)


def last_two(a: Any, axis1: int, axis2: int) -> Any:
    """Return an array with two of its axes as the last ones.

    >>> last_two(np.ones((2, 3, 4, 5)), 1, -4).shape
    (4, 5, 3, 2)
    """
    first = axis1 + a.ndim if axis1 < 0 else axis1
    second = axis2 + a.ndim if axis2 < 0 else axis2
    if min(first, second) < 0 or max(first, second) >= a.ndim:
        raise ValueError("the array has no such axis")
    if first == second:
        raise ValueError("axis1 and axis2 cannot be the same")
    moved = np.moveaxis(a, first, -1)
    return np.moveaxis(moved, second - 1 if second > first else second, -1)


def last_diagonals(a: Any, offset: int) -> Any:
    """Return the diagonals of the last two axes: each last_diagonals(a, k)[..., i] is an element.

    >>> last_diagonals(np.arange(6.0).reshape(2, 3), 1)
    array([1., 5.])
    """
    rows, columns = a.shape[-2], a.shape[-1]
    flat = np.reshape(np.ascontiguousarray(a), (*a.shape[:-2], rows * columns))
    if offset >= 0:
        start, count = offset, min(rows, columns - offset)
    else:
        start, count = -offset * columns, min(rows + offset, columns)
    count = max(count, 0)
    return flat[..., start : start + count * (columns + 1) : columns + 1]


def tril(m: Any, k: int = 0) -> Any:
    """Return the last two axes of an array with zeros above a diagonal: np.tril.

    >>> tril(np.ones((1, 2, 2)))[0]
    array([[1., 0.],
           [1., 1.]])
    """
    if m.ndim == 1:
        return tril(np.broadcast_to(m, (len(m), len(m))), k)
    rows, columns = np.arange(m.shape[-2]), np.arange(m.shape[-1])
    below = np.reshape(rows, (len(rows), 1)) + k >= columns
    return np.where(below, m, np.zeros_like(m))


def triu(m: Any, k: int = 0) -> Any:
    """Return the last two axes of an array with zeros below a diagonal: np.triu.

    >>> triu(np.ones((1, 2, 2)))[0]
    array([[1., 1.],
           [0., 1.]])
    """
    if m.ndim == 1:
        return triu(np.broadcast_to(m, (len(m), len(m))), k)
    rows, columns = np.arange(m.shape[-2]), np.arange(m.shape[-1])
    above = np.reshape(rows, (len(rows), 1)) + k <= columns
    return np.where(above, m, np.zeros_like(m))


def kron(a: Any, b: Any) -> Any:
    """Return all products of elements, in blocks, of arrays of any ranks: np.kron.

    >>> kron(np.array([1.0, 2.0]), np.ones((2, 1)))
    array([[1., 2.],
           [1., 2.]])
    """
    if a.ndim < b.ndim:
        return kron(np.expand_dims(a, 0), b)
    if b.ndim < a.ndim:
        return kron(a, np.expand_dims(b, 0))
    first, second = np.ascontiguousarray(a), np.ascontiguousarray(b)
    if a.ndim == 1:
        blocks = np.reshape(first, (len(a), 1)) * np.reshape(second, (1, len(b)))
        return np.reshape(blocks, (len(a) * len(b),))
    result = np.empty(products_of(a.shape, b.shape), a.dtype)
    for i in range(len(a)):
        for j in range(len(b)):
            result[i * len(b) + j] = kron(first[i], second[j])
    return result


def products_of(a: Any, b: Any) -> Any:
    """Return the products of the parts of two tuples of the same length.

    >>> products_of((2, 3), (4, 5))
    (8, 15)
    """
    first = (a[0] * b[0],)
    if len(a) == 1:
        return first
    return first + products_of(a[1:], b[1:])
