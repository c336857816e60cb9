"""Sums, means and extremes along an axis of the elements that are not nan; quantiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.kinds import floating
from srcdiff.library.table import stands_for


@stands_for("np.nansum", positional=1)
def nansum(a: Any, axis: int) -> Any:
    """Return sums along an axis: np.nansum.

    >>> nansum(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([3., 3.])
    """
    return np.sum(np.where(np.isnan(a), np.zeros_like(a), a), axis)


def known(a: Any, axis: Any) -> Any:
    """Return how many elements along an axis are not nan, as numbers of the kind of the elements.

    >>> known(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([2., 1.])
    """
    return np.sum(np.where(np.isnan(a), np.zeros_like(a), np.ones_like(a)), axis)


@stands_for("np.nanmean", positional=1)
def nanmean(a: Any, axis: int) -> Any:
    """Return means along an axis: np.nanmean.

    >>> nanmean(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([1.5, 3. ])
    """
    return np.divide(nansum(a, axis), known(a, axis))


@stands_for("np.nanprod", positional=1)
def nanprod(a: Any, axis: int) -> Any:
    """Return products along an axis: np.nanprod.

    >>> nanprod(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([2., 3.])
    """
    return np.prod(np.where(np.isnan(a), np.ones_like(a), a), axis=axis)


@stands_for("np.nanmax", positional=1)
def nanmax(a: Any, axis: int) -> Any:
    """Return the largest elements along an axis, nan where there is none: np.nanmax.

    >>> nanmax(np.array([[1.0, np.nan], [2.0, np.nan]]), 0)
    array([ 2., nan])
    """
    return np.max(np.where(np.isnan(a), instead(a, -np.inf, axis), a), axis=axis)


@stands_for("np.nanmin", positional=1)
def nanmin(a: Any, axis: int) -> Any:
    """Return the smallest elements along an axis, nan where there is none: np.nanmin.

    >>> nanmin(np.array([[1.0, np.nan], [2.0, np.nan]]), 0)
    array([ 1., nan])
    """
    return np.min(np.where(np.isnan(a), instead(a, np.inf, axis), a), axis=axis)


def instead(a: Any, value: float, axis: int) -> Any:
    """Return what stands for elements that are nan: a number, nan where there are no others.

    >>> instead(np.array([[1.0, np.nan], [2.0, np.nan]]), 0.0, 0)
    array([[ 0., nan],
           [ 0., nan]])
    """
    result = np.full_like(a, value)
    if a.ndim == 1:
        return result if np.sum(np.isnan(a)) < len(a) else np.full_like(a, np.nan)
    unknown = np.expand_dims(all_along(np.isnan(a), axis), axis)
    return np.where(unknown, np.full_like(a, np.nan), result)


@stands_for("np.nanvar", positional=1)
def nanvar(a: Any, axis: Any = None, ddof: int = 0) -> Any:
    """Return variances, of all or along an axis: np.nanvar.

    >>> nanvar(np.array([[1.0, np.nan], [2.0, 3.0]]), 0)
    array([0.25, 0.  ])
    """
    if np.iscomplexobj(a):
        real, imag = np.real(a), np.imag(a)
        unknown = np.isnan(real) | np.isnan(imag)
        parts = np.where(unknown, np.nan, real), np.where(unknown, np.nan, imag)
        return nanvar(parts[0], axis, ddof) + nanvar(parts[1], axis, ddof)
    if axis is None:
        return nanvar(np.ravel(a), 0, ddof)
    means = nanmean(a, axis)
    around = means if a.ndim == 1 else np.expand_dims(means, axis)
    centred = np.where(np.isnan(a), np.zeros_like(a), a - around)
    free = known(a, axis) - ddof
    return np.divide(np.sum(centred * centred, axis), np.where(free > 0, free, np.nan))


@stands_for("np.nanstd", positional=1)
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


@stands_for("np.ptp", positional=1)
def ptp(a: Any, axis: int) -> Any:
    """Return the differences of the largest and the smallest along an axis: np.ptp.

    >>> ptp(np.array([[1.0, 5.0], [2.0, 3.0]]), 0)
    array([1., 2.])
    """
    return np.max(a, axis=axis) - np.min(a, axis=axis)


@stands_for("np.quantile", positional=2, keywords=("q",))
def quantile(a: Any, q: float, axis: int, keepdims: bool = False) -> Any:
    """Return a quantile along an axis, nan where an element is nan: np.quantile.

    >>> quantile(np.array([[1.0, 5.0], [2.0, 3.0]]), 0.25, 0)
    array([1.25, 3.5 ])
    """
    found = between(a, q, axis)
    return np.expand_dims(found, axis) if keepdims else found


@stands_for("np.percentile", positional=2, keywords=("q",))
def percentile(a: Any, q: float, axis: int, keepdims: bool = False) -> Any:
    """Return a quantile, in percent, along an axis: np.percentile.

    >>> percentile(np.array([[1.0, 5.0], [2.0, 3.0]]), 50.0, 1)
    array([3. , 2.5])
    """
    found = between(a, q / 100.0, axis)
    return np.expand_dims(found, axis) if keepdims else found


@stands_for("np.median", positional=1)
def median(a: Any, axis: int, keepdims: bool = False) -> Any:
    """Return the medians along an axis, nan where an element is nan: np.median.

    >>> median(np.array([[1.0, 5.0], [2.0, 3.0]]), 0)
    array([1.5, 4. ])
    """
    rows = nan_with_nan(in_order(a, axis))
    count = rows.shape[-1]
    if count == 0:
        found = np.sum(rows, -1) / rows.dtype.type(0)  # nan
    else:
        found = middle(rows, count // 2, count % 2 == 1)
    return np.expand_dims(found, axis) if keepdims else found


def middle(rows: Any, place: int, is_odd: bool) -> Any:
    """Return the elements at a place, or the means of these and of those before.

    An infinite element that does not count is not even multiplied by 0.
    """
    if is_odd:
        return rows[..., place] * rows.dtype.type(1.0)
    return rows.dtype.type(0.5) * (rows[..., place - 1] + rows[..., place])


def between(a: Any, share: float, axis: int) -> Any:
    """Return what a share of the elements along an axis is below: linear between two of them.

    Each is the nearer one of both and a part of their difference, as NumPy has it: infinite
    elements beside it matter.
    """
    if not 0.0 <= share <= 1.0:
        raise ValueError("Quantiles must be in the range [0, 1]")
    rows = nan_with_nan(in_order(a, axis))
    last = rows.shape[-1] - 1
    if last < 0:
        raise IndexError("there are no elements along this axis")
    low = min(int(np.floor(share * last)), last)
    high = min(low + 1, last)
    rest = rows.dtype.type(share * last - low)
    step = rows[..., high] - rows[..., low]
    if rest < 0.5:
        found = rows[..., low] + step * rest
    else:
        found = rows[..., high] - step * (rows.dtype.type(1.0) - rest)
    return found


def in_order(a: Any, axis: int) -> Any:
    """Return the elements along an axis, the last one of the result, in rising order."""
    return np.sort(np.ascontiguousarray(np.moveaxis(floating(a), axis, -1)))


def nan_with_nan(rows: Any) -> Any:
    """Return rows in rising order, all nan where an element is nan: those are the last ones.

    A factor of nan makes derivatives nan, too.
    """
    one, unknown = rows.dtype.type(1.0), rows.dtype.type(np.nan)
    return rows * np.where(np.isnan(rows[..., -1:]), unknown, one)


@stands_for("np.count_nonzero", positional=1)
def count_nonzero(a: Any, axis: int) -> Any:
    """Return how many elements along an axis are not 0: np.count_nonzero.

    >>> count_nonzero(np.array([[1.0, 0.0], [2.0, 3.0]]), 0)
    array([2, 1])
    """
    return np.sum(np.where(a != 0, 1, 0), axis)


@stands_for("np.any", positional=1)
def any_along(a: Any, axis: int) -> Any:
    """Return whether any element along an axis is not 0: np.any.

    >>> any_along(np.array([[1.0, 0.0], [2.0, 0.0]]), 0)
    array([ True, False])
    """
    return np.sum(np.where(a != 0, 1, 0), axis) > 0


@stands_for("np.all", positional=1)
def all_along(a: Any, axis: int) -> Any:
    """Return whether no element along an axis is 0: np.all.

    >>> all_along(np.array([[1.0, 0.0], [2.0, 0.0]]), 0)
    array([ True, False])
    """
    return np.sum(np.where(a != 0, 0, 1), axis) == 0
