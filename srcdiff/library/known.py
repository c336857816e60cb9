"""Sums, means and extremes along an axis of the elements that are not nan; quantiles."""

from __future__ import annotations

from typing import Any

import numpy as np


def nansum(a: Any, axis: int) -> Any:
    """Return sums along an axis: np.nansum.

    >>> nansum(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([3., 3.])
    """
    return np.sum(np.where(np.isnan(a), 0.0, a), axis)


def nanmean(a: Any, axis: int) -> Any:
    """Return means along an axis: np.nanmean.

    >>> nanmean(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([1.5, 3. ])
    """
    return nansum(a, axis) / np.sum(np.where(np.isnan(a), 0.0, 1.0), axis)


def nanprod(a: Any, axis: int) -> Any:
    """Return products along an axis: np.nanprod.

    >>> nanprod(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([2., 3.])
    """
    return np.prod(np.where(np.isnan(a), 1.0, a), axis=axis)


def nanmax(a: Any, axis: int) -> Any:
    """Return the largest elements along an axis, nan where there is none: np.nanmax.

    >>> nanmax(np.array([[1.0, np.nan], [2.0, np.nan]]), 0)
    array([ 2., nan])
    """
    found = np.max(np.where(np.isnan(a), -np.inf, a), axis=axis)
    return np.where(np.isneginf(found), np.nan, found)


def nanmin(a: Any, axis: int) -> Any:
    """Return the smallest elements along an axis, nan where there is none: np.nanmin.

    >>> nanmin(np.array([[1.0, np.nan], [2.0, np.nan]]), 0)
    array([ 1., nan])
    """
    found = np.min(np.where(np.isnan(a), np.inf, a), axis=axis)
    return np.where(np.isposinf(found), np.nan, found)


def nanvar(a: Any, axis: Any = None, ddof: int = 0) -> Any:
    """Return variances, of all or along an axis: np.nanvar.

    >>> nanvar(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([0.25, 0.  ])
    """
    count = np.where(np.isnan(a), 0.0, 1.0)
    if axis is None:
        all_centred = np.where(np.isnan(a), 0.0, a - np.nanmean(a))
        return np.sum(all_centred * all_centred) / (np.sum(count) - ddof)
    middle = np.expand_dims(nanmean(a, axis), axis)
    centred = np.where(np.isnan(a), 0.0, a - middle)
    return np.sum(centred * centred, axis) / (np.sum(count, axis) - ddof)


def nanstd(a: Any, axis: Any = None, ddof: int = 0) -> Any:
    """Return standard deviations, of all or along an axis: np.nanstd.

    >>> nanstd(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([0.5, 0. ])
    """
    found = nanvar(a, axis, ddof)
    if axis is None:
        return np.sqrt(found) if found != 0.0 else 0.0 * found
    # all slopes are as steep where elements are equal: their middle is 0
    return np.where(found == 0.0, 0.0, np.sqrt(np.where(found == 0.0, 1.0, found)))


def ptp(a: Any, axis: int) -> Any:
    """Return the differences of the largest and the smallest along an axis: np.ptp.

    >>> ptp(np.array([[1.0, 5.0], [2.0, 3.0]]), 0)
    array([1., 2.])
    """
    return np.max(a, axis=axis) - np.min(a, axis=axis)


def quantile(a: Any, q: float, axis: int, keepdims: bool = False) -> Any:
    """Return a quantile along an axis, nan where an element is nan: np.quantile.

    >>> quantile(np.array([[1.0, 5.0], [2.0, 3.0]]), 0.25, 0)
    array([1.25, 3.5 ])
    """
    found = between(a, q, axis)
    return np.expand_dims(found, axis) if keepdims else found


def percentile(a: Any, q: float, axis: int, keepdims: bool = False) -> Any:
    """Return a quantile, in percent, along an axis: np.percentile.

    >>> percentile(np.array([[1.0, 5.0], [2.0, 3.0]]), 50.0, 1)
    array([3. , 2.5])
    """
    found = between(a, q / 100.0, axis)
    return np.expand_dims(found, axis) if keepdims else found


def median(a: Any, axis: int, keepdims: bool = False) -> Any:
    """Return the medians along an axis: np.median.

    >>> median(np.array([[1.0, 5.0], [2.0, 3.0]]), 0)
    array([1.5, 4. ])
    """
    found = between(a, 0.5, axis)
    return np.expand_dims(found, axis) if keepdims else found


def between(a: Any, share: float, axis: int) -> Any:
    """Return what a share of the elements along an axis is below: linear between two of them."""
    rows = np.sort(np.ascontiguousarray(np.moveaxis(a, axis, -1)))
    last = rows.shape[-1] - 1
    low = min(int(np.floor(share * last)), last)
    high = min(low + 1, last)
    rest = share * last - low
    found = rows[..., low] * (1.0 - rest) + rows[..., high] * rest
    return np.where(np.isnan(rows[..., last]), np.nan, found)


def count_nonzero(a: Any, axis: int) -> Any:
    """Return how many elements along an axis are not 0: np.count_nonzero.

    >>> count_nonzero(np.array([[1.0, 0.0], [2.0, 3.0]]), 0)
    array([2, 1])
    """
    return np.sum(np.where(a != 0, 1, 0), axis)


def any_along(a: Any, axis: int) -> Any:
    """Return whether any element along an axis is not 0: np.any.

    >>> any_along(np.array([[1.0, 0.0], [2.0, 0.0]]), 0)
    array([ True, False])
    """
    return np.sum(np.where(a != 0, 1, 0), axis) > 0


def all_along(a: Any, axis: int) -> Any:
    """Return whether no element along an axis is 0: np.all.

    >>> all_along(np.array([[1.0, 0.0], [2.0, 0.0]]), 0)
    array([ True, False])
    """
    return np.sum(np.where(a != 0, 0, 1), axis) == 0
