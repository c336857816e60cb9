"""Weighted means, covariances and correlations."""

from __future__ import annotations

from typing import Any

import numpy as np


def average(a: Any, axis: Any = None, weights: Any = None) -> Any:
    """Return the mean, each element with a weight, of all or along an axis: np.average.

    >>> float(average(np.array([1.0, 3.0]), weights=np.array([3.0, 1.0])))
    1.5
    """
    if weights is None:
        if axis is None:
            return np.mean(a)
        return np.sum(a, axis) / a.shape[axis]
    if axis is None:
        return np.sum(a * weights) / np.sum(weights)
    if weights.ndim == a.ndim:
        return np.sum(a * weights, axis) / np.sum(weights, axis)
    return np.sum(np.moveaxis(a, axis, -1) * weights, -1) / np.sum(weights)


def cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None) -> Any:
    """Return the covariances of rows, or of two vectors: np.cov.

    >>> cov(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 4.0]))
    array([[1.        , 1.5       ],
           [1.5       , 2.33333333]])
    """
    if y is None:
        rows = m
    elif (m.ndim == 1 and y.ndim == 1) or rowvar:
        rows = np.vstack((m, y))
    else:
        rows = np.hstack((m, y))
    if m.ndim > 1 and not rowvar:
        rows = rows.T
    if ddof is None:
        return covariances(rows, 0 if bias else 1)
    return covariances(rows, ddof)


def covariances(rows: Any, ddof: int) -> Any:
    """Return the covariances of rows; of one vector its variance."""
    count = rows.shape[-1] - ddof
    if rows.ndim == 1:
        centred = rows - np.mean(rows)
        return np.sum(centred * centred) / count
    shifted = np.ascontiguousarray(rows - np.expand_dims(np.sum(rows, 1) / rows.shape[1], 1))
    return np.dot(shifted, shifted.T) / count


def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Any:
    """Return the correlations of rows, or of two vectors: np.corrcoef.

    >>> corrcoef(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0]))
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    return correlations(cov(x, y, rowvar))


def correlations(found: Any) -> Any:
    """Return the correlations that belong to covariances."""
    if np.ndim(found) == 0:
        return found / found
    widths = np.sqrt(np.diag(found))
    return found / np.outer(widths, widths)
