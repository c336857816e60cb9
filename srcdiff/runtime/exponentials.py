"""Sums of exponentials and shares in them, of all elements of an array or along an axis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable


@compilable
def logsumexp(x: Any) -> float:
    """Return the logarithm of the sum of exp(x): scipy.special.logsumexp.

    >>> float(logsumexp(np.array([1000.0, 1000.0])) - np.log(2.0))
    1000.0
    """
    if x.size == 0:
        return -math.inf
    largest = np.max(x)
    if not np.isfinite(largest):
        return float(largest)
    return float(largest + np.log(np.sum(np.exp(x - largest))))


@compilable
def logsumexp_along(x: Any, axis: int) -> Any:
    """Return the logarithms of the sums of exp(x) along an axis."""
    if x.ndim == 1:
        return logsumexp(x)
    rows = np.moveaxis(x, axis, -1)
    result = np.empty(rows.shape[:-1], x.dtype)
    for place in np.ndindex(result.shape):
        result[place] = logsumexp(rows[place])
    return result


@compilable
def softmax(x: Any) -> Any:
    """Return the share of each element in the sum of exp(x): scipy.special.softmax.

    >>> softmax(np.array([0.0, 0.0]))
    array([0.5, 0.5])
    """
    shares = np.exp(x - np.max(x))
    return shares / np.sum(shares)


@compilable
def check_elements(count: int) -> None:
    """Raise ValueError where there is no element, as for the largest one."""
    if count == 0:
        raise ValueError("zero-size array to reduction operation maximum which has no identity")


@compilable
def softmax_along(x: Any, axis: int) -> Any:
    """Return the share of each element in the sum of exp(x) along an axis."""
    check_elements(x.shape[axis])
    result = np.empty(x.shape, x.dtype)
    to, rows = np.moveaxis(result, axis, -1), np.moveaxis(x, axis, -1)
    for place in np.ndindex(rows.shape[:-1]):
        to[place][:] = softmax(rows[place])
    return result


@compilable
def log_softmax(x: Any) -> Any:
    """Return the logarithm of the share of each element in the sum of exp(x)."""
    check_elements(x.size)
    return x - logsumexp(x)


@compilable
def log_softmax_along(x: Any, axis: int) -> Any:
    """Return the logarithm of the share of each element in the sum of exp(x) along an axis."""
    check_elements(x.shape[axis])
    result = np.empty(x.shape, x.dtype)
    to, rows = np.moveaxis(result, axis, -1), np.moveaxis(x, axis, -1)
    for place in np.ndindex(rows.shape[:-1]):
        to[place][:] = log_softmax(rows[place])
    return result
