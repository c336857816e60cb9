"""Sums of products of arrays along several axes, whatever their ranks: np.tensordot."""

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
    if a.shape[-1] != b.shape[0]:
        raise ValueError("shape-mismatch for sum")
    if a.ndim == 1 and b.ndim == 3:
        flat = np.dot(a, np.reshape(b, (b.shape[0], b.shape[1] * b.shape[2])))
        return np.reshape(flat, (b.shape[1], b.shape[2]))
    if a.ndim == 2 and b.ndim == 3:
        flat = np.dot(a, np.reshape(b, (b.shape[0], b.shape[1] * b.shape[2])))
        return np.reshape(flat, (a.shape[0], b.shape[1], b.shape[2]))
    if a.ndim == 3:
        rows = np.reshape(a, (a.shape[0] * a.shape[1], a.shape[2]))
        if b.ndim == 1:
            return np.reshape(np.dot(rows, b), (a.shape[0], a.shape[1]))
        if b.ndim == 2:
            return np.reshape(np.dot(rows, b), (a.shape[0], a.shape[1], b.shape[1]))
        if b.ndim == 3:
            flat = np.dot(rows, np.reshape(b, (b.shape[0], b.shape[1] * b.shape[2])))
            return np.reshape(flat, (a.shape[0], a.shape[1], b.shape[1], b.shape[2]))
    raise NotImplementedError("np.tensordot is supported for arrays of at most three dimensions")


def contracted_twice(a: Any, b: Any, axes: int = 2) -> Any:
    """Return sums of products along the last two axes of one array and the first two of another.

    >>> contracted_twice(np.ones((3, 2)), np.ones((3, 2, 4)))
    array([6., 6., 6., 6.])
    """
    if a.ndim == 2 and b.ndim == 2:
        return np.tensordot(a, b)
    if a.ndim < 2 or b.ndim < 2 or a.ndim > 4 or b.ndim > 4:
        raise NotImplementedError("np.tensordot is supported for arrays of two to four dimensions")
    if a.shape[-2] != b.shape[0] or a.shape[-1] != b.shape[1]:
        raise ValueError("shape-mismatch for sum")
    count = b.shape[0] * b.shape[1]
    if a.ndim == 2:
        row = np.reshape(a, count)
        if b.ndim == 3:
            return np.dot(row, np.reshape(b, (count, b.shape[2])))
        if b.ndim == 4:
            flat = np.dot(row, np.reshape(b, (count, b.shape[2] * b.shape[3])))
            return np.reshape(flat, (b.shape[2], b.shape[3]))
    if a.ndim == 3:
        rows = np.reshape(a, (a.shape[0], count))
        if b.ndim == 2:
            return np.dot(rows, np.reshape(b, count))
        if b.ndim == 3:
            return np.dot(rows, np.reshape(b, (count, b.shape[2])))
        if b.ndim == 4:
            flat = np.dot(rows, np.reshape(b, (count, b.shape[2] * b.shape[3])))
            return np.reshape(flat, (a.shape[0], b.shape[2], b.shape[3]))
    if a.ndim == 4:
        rows = np.reshape(a, (a.shape[0] * a.shape[1], count))
        if b.ndim == 2:
            return np.reshape(np.dot(rows, np.reshape(b, count)), (a.shape[0], a.shape[1]))
        if b.ndim == 3:
            flat = np.dot(rows, np.reshape(b, (count, b.shape[2])))
            return np.reshape(flat, (a.shape[0], a.shape[1], b.shape[2]))
        if b.ndim == 4:
            flat = np.dot(rows, np.reshape(b, (count, b.shape[2] * b.shape[3])))
            return np.reshape(flat, (a.shape[0], a.shape[1], b.shape[2], b.shape[3]))
    raise NotImplementedError("np.tensordot is supported for arrays of two to four dimensions")
