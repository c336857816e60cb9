"""Sums of products of arrays along several axes, whatever their ranks: np.tensordot, np.dot."""

from __future__ import annotations

from typing import Any

import numpy as np


def contracted_once(a: Any, b: Any, axes: int = 1) -> Any:
    """Return sums of products along the last axis of one array and the first of another.

    >>> contracted_once(np.ones((3, 2)), np.ones((2, 3, 4))).shape
    (3, 3, 4)
    """
    if a.ndim <= 2 and b.ndim <= 2:
        return np.tensordot(a, b, 1)
    return along_last(a, np.moveaxis(b, 0, -1))


def contracted_twice(a: Any, b: Any, axes: int = 2) -> Any:
    """Return sums of products along the last two axes of one array and the first two of another.

    >>> contracted_twice(np.ones((3, 2)), np.ones((3, 2, 4)))
    array([6., 6., 6., 6.])
    """
    if a.ndim == 2 and b.ndim == 2:
        return np.tensordot(a, b)
    return along_last_two(a, np.moveaxis(np.moveaxis(b, 0, -1), 0, -1))


def outer(a: Any, b: Any, axes: int = 0) -> Any:
    """Return the products of each element of one array and each of another.

    >>> outer(np.ones(2), np.ones((3, 4))).shape
    (2, 3, 4)
    """
    return np.reshape(np.outer(np.ravel(a), np.ravel(b)), a.shape + b.shape)


def along_last(a: Any, b: Any) -> Any:
    """Return sums of products along the last axes of two arrays.

    >>> along_last(np.ones((3, 2)), np.ones((4, 5, 2))).shape
    (3, 4, 5)
    """
    if a.shape[-1] != b.shape[-1]:
        raise ValueError("shape-mismatch for sum")
    if a.ndim <= 2 and b.ndim <= 2:
        return np.dot(a, np.transpose(b))
    return np.reshape(np.dot(in_rows(a), in_rows(b).T), a.shape[:-1] + b.shape[:-1])


def along_last_two(a: Any, b: Any) -> Any:
    """Return sums of products along the last two axes of two arrays.

    >>> along_last_two(np.ones((3, 2, 2)), np.ones((2, 2)))
    array([4., 4., 4.])
    """
    if a.shape[-2] != b.shape[-2] or a.shape[-1] != b.shape[-1]:
        raise ValueError("shape-mismatch for sum")
    return along_last(last_two_as_one(a), last_two_as_one(b))


def along_last_three(a: Any, b: Any) -> Any:
    """Return sums of products along the last three axes of two arrays.

    >>> along_last_three(np.ones((2, 2, 2)), np.ones((3, 2, 2, 2)))
    array([8., 8., 8.])
    """
    if a.shape[-3] != b.shape[-3] or a.shape[-2] != b.shape[-2] or a.shape[-1] != b.shape[-1]:
        raise ValueError("shape-mismatch for sum")
    return along_last(last_two_as_one(last_two_as_one(a)), last_two_as_one(last_two_as_one(b)))


def last_two_as_one(a: Any) -> Any:
    """Return an array with its last two axes as one.

    >>> last_two_as_one(np.ones((3, 2, 4))).shape
    (3, 8)
    """
    return np.reshape(np.ascontiguousarray(a), (*a.shape[:-2], a.shape[-2] * a.shape[-1]))


def in_rows(a: Any) -> Any:
    """Return a matrix with the elements along the last axis in its rows.

    >>> in_rows(np.ones((3, 2, 4))).shape
    (6, 4)
    """
    count = 1
    for k in range(a.ndim - 1):
        count *= a.shape[k]
    return np.reshape(np.ascontiguousarray(a), (count, a.shape[-1]))


def dot(a: Any, b: Any) -> Any:
    """Return sums along the last axis of one array and the last but one of another: np.dot.

    >>> dot(np.ones((2, 2, 3)), np.ones(3)).shape
    (2, 2)
    """
    if b.ndim == 1:
        return along_last(a, b)
    return along_last(a, np.moveaxis(b, -2, -1))
