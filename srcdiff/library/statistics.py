"""Weighted means, covariances and correlations."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.kinds import double, floating
from srcdiff.library.table import stands_for


@stands_for("np.average")
def average(a: Any, axis: Any = None, weights: Any = None) -> Any:
    """Return the mean, each element with a weight, of all or along an axis: np.average.

    >>> float(average(np.array([1.0, 3.0]), weights=np.array([3.0, 1.0])))
    1.5
    """
    if weights is None:
        if axis is None:
            return np.mean(a)
        means = np.mean(a, axis=axis)
        if a.ndim > 1 and np.size(means) == 0:
            raise ZeroDivisionError("division by zero")  # as NumPy, by how many means there are
        return means
    values, shares = floating(a), floating(weights)
    if weights.ndim == a.ndim:
        if weights.shape != a.shape:
            raise ValueError("the weights have another shape than the array")
        if axis is None:
            return np.sum(values * shares) / total(shares)
        return np.sum(values * shares, axis) / totals(shares, axis)
    if axis is None or weights.ndim != 1:
        raise NotImplementedError("weights of so many dimensions are not supported here")
    if len(weights) != a.shape[axis]:
        raise ValueError("there are not as many weights as elements along this axis")
    return np.sum(np.moveaxis(values, axis, -1) * shares, -1) / total(shares)


def total(shares: Any) -> Any:
    """Return the sum of weights. Raises ZeroDivisionError where that is 0, as NumPy does."""
    found = np.sum(shares)
    if found == 0.0:
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return found


def totals(shares: Any, axis: int) -> Any:
    """Return the sums of weights along an axis. Raises ZeroDivisionError where one is 0."""
    found = np.sum(shares, axis)
    if np.any(found == 0.0):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return found


@stands_for("np.cov")
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
    free = max(rows.shape[-1] - ddof, 0)
    if rows.ndim == 1:
        centred = double(rows) - np.mean(double(rows))
        if np.iscomplexobj(rows):
            return np.divide(np.sum(centred * np.conj(centred)), free)
        return np.divide(np.sum(centred * centred), free)
    if len(rows) == 1:
        raise ValueError("the covariance of one variable is a number in NumPy: use np.var")
    numbers = double(rows)
    means = np.sum(numbers, 1) / rows.shape[1]
    shifted = np.ascontiguousarray(numbers - np.expand_dims(means, 1))
    if np.iscomplexobj(rows):
        return np.dot(shifted, np.conj(shifted.T)) / free
    return np.dot(shifted, shifted.T) / free


@stands_for("np.corrcoef")
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
        return np.divide(found, found)
    widths = np.sqrt(np.real(np.diag(found)))
    return found / np.outer(widths, widths)
