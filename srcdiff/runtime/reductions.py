"""Reductions of arrays along an axis, and adjoints of reductions where a rule needs a loop."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable


@compilable
def one_hot(value: float, place: Any, like: Any) -> Any:
    """Return an array of zeros with one other value in it, at a place of the flat array.

    >>> import numpy as np
    >>> one_hot(2.0, 1, np.ones(3))
    array([0., 2., 0.])
    """
    result = np.zeros(like.size, like.dtype)
    result[place] = value
    return np.reshape(result, like.shape)


@compilable
def norm_of(squares: float) -> float:
    """Return the length of a vector from the sum of the squares of its elements.

    That is the square root, but for its derivative, which is 0 at 0, where the vector has no
    direction.

    >>> norm_of(25.0)
    5.0
    """
    return math.sqrt(squares)


@compilable
def kept(value: Any, x: Any) -> Any:
    """Return an array of one number, with as many dimensions as another array.

    >>> import numpy as np
    >>> kept(2.0, np.ones((3, 2)))
    array([[2.]])
    """
    if x.ndim == 1:
        return np.full(1, value)
    if x.ndim == 2:
        return np.full((1, 1), value)
    if x.ndim == 3:
        return np.full((1, 1, 1), value)
    return np.full((1, 1, 1, 1), value)


@compilable
def max_along(x: Any, axis: int) -> Any:
    """Return the largest elements along an axis: np.max(x, axis), which Numba lacks.

    >>> import numpy as np
    >>> max_along(np.array([[1.0, 5.0], [3.0, 2.0]]), 0)
    array([3., 5.])
    """
    if x.ndim == 1:
        return np.max(x)
    rows = np.moveaxis(x, axis, -1)
    result = np.empty(rows.shape[:-1], x.dtype)
    for place in np.ndindex(result.shape):
        result[place] = np.max(rows[place])
    return result


@compilable
def min_along(x: Any, axis: int) -> Any:
    """Return the smallest elements along an axis: np.min(x, axis), which Numba lacks."""
    if x.ndim == 1:
        return np.min(x)
    rows = np.moveaxis(x, axis, -1)
    result = np.empty(rows.shape[:-1], x.dtype)
    for place in np.ndindex(result.shape):
        result[place] = np.min(rows[place])
    return result


@compilable
def prod_along(x: Any, axis: int) -> Any:
    """Return the products along an axis: np.prod(x, axis), which Numba lacks."""
    if x.ndim == 1:
        return np.prod(x)
    rows = np.moveaxis(x, axis, -1)
    result = np.empty(rows.shape[:-1], x.dtype)
    for place in np.ndindex(result.shape):
        result[place] = np.prod(rows[place])
    return result


@compilable
def mean_along(x: Any, axis: int) -> Any:
    """Return the means along an axis: np.mean(x, axis), which Numba lacks.

    >>> import numpy as np
    >>> mean_along(np.array([[1.0, 5.0], [3.0, 2.0]]), 1)
    array([3. , 2.5])
    """
    return np.divide(np.sum(x, axis), x.dtype.type(x.shape[axis]))


@compilable
def var_along(x: Any, axis: int, ddof: int) -> Any:
    """Return the variances along an axis: np.var(x, axis, ddof=ddof), which Numba lacks."""
    mean = mean_along(x, axis)
    free = x.dtype.type(max(x.shape[axis] - ddof, 0))
    if x.ndim == 1:
        return np.divide(np.sum((x - mean) ** 2), free)
    centred = x - np.expand_dims(mean, axis)
    return np.sum(centred * centred, axis) / free


@compilable
def std_along(x: Any, axis: int, ddof: int) -> Any:
    """Return the deviations along an axis: np.std(x, axis, ddof=ddof), which Numba lacks."""
    return np.sqrt(var_along(x, axis, ddof))


@compilable
def norm_along(x: Any, axis: int) -> Any:
    """Return the Euclidean lengths along an axis: np.linalg.norm(x, axis=axis)."""
    return np.sqrt(np.sum(x * x, axis))


@compilable
def put_along(g: Any, places: Any, x: Any, axis: int) -> Any:
    """Return an array of zeros but for one value at a place in each row along an axis.

    >>> import numpy as np
    >>> put_along(np.array([5.0, 6.0]), np.array([1, 0]), np.ones((2, 2)), 1)
    array([[0., 5.],
           [6., 0.]])
    """
    result = np.zeros(x.shape, x.dtype)
    rows = np.moveaxis(result, axis, -1)
    for place in np.ndindex(g.shape):
        rows[place][places[place]] = g[place]
    return result


@compilable
def products_of_others(factor: float, x: Any) -> Any:
    """Return, for each element of an array, a factor times the product of all others.

    >>> import numpy as np
    >>> products_of_others(1.0, np.array([2.0, 0.0, 5.0]))
    array([ 0., 10.,  0.])
    """
    flat = np.ravel(x)
    result = np.empty(x.size, x.dtype)
    before = factor
    for i in range(len(flat)):
        result[i] = before
        before *= flat[i]
    after = 1.0
    for i in range(len(flat) - 1, -1, -1):
        result[i] *= after
        after *= flat[i]
    return np.reshape(result, x.shape)


@compilable
def products_of_others_along(g: Any, x: Any, axis: int) -> Any:
    """Return, for each element, the product of the others along an axis, times a factor."""
    result = np.empty(x.shape, x.dtype)
    rows, products = np.moveaxis(x, axis, -1), np.moveaxis(result, axis, -1)
    for place in np.ndindex(g.shape):
        products[place][:] = products_of_others(g[place], rows[place])
    return result


@compilable
def quantile(a: Any, q: Any) -> Any:
    """Return a quantile of all elements of an array, or several: np.quantile.

    Raises IndexError where there are no elements, as NumPy does.

    >>> import numpy as np
    >>> float(quantile(np.array([4.0, 1.0, 3.0, 9.0]), 0.5))
    3.5
    """
    if a.size == 0:
        raise IndexError("an array without elements has no quantiles")
    return np.quantile(a, q)


@compilable
def percentile(a: Any, q: Any) -> Any:
    """Return a quantile of all elements of an array, or several, in percent: np.percentile.

    Raises IndexError where there are no elements, as NumPy does.
    """
    if a.size == 0:
        raise IndexError("an array without elements has no percentiles")
    return np.percentile(a, q)


@compilable
def median(x: Any) -> Any:
    """Return the median of all elements, nan if one is nan: compiled code overlooks that.

    >>> import numpy as np
    >>> median(np.array([4.0, 1.0, 3.0])), median(np.array([4.0, np.nan]))
    (np.float64(3.0), np.float64(nan))
    """
    return np.sum(x) * 1.0 if np.any(np.isnan(x)) else np.median(x)


@compilable
def within(value: int, low: int, high: int) -> int:
    """Return an integer that lies between bounds; OverflowError is raised for any other.

    >>> within(3, -128, 127)
    3
    """
    if value < low or value > high:
        raise OverflowError("integer out of bounds of its width")
    return value


@compilable
def quantile_back(g: float, z: float, x: Any, q: float) -> Any:
    """Return the adjoint of an array from that of its quantile z; all nan where that is nan.

    >>> import numpy as np
    >>> quantile_back(1.0, 3.5, np.array([4.0, 1.0, 3.0, 9.0]), 0.5)
    array([0.5, 0. , 0.5, 0. ])
    """
    if x.size == 0 or np.isnan(z):
        return np.full(x.shape, np.nan).astype(x.dtype)
    flat = np.ravel(x)
    result = np.zeros(x.size, x.dtype)
    order = np.argsort(flat, kind="mergesort")
    last = np.sum(~np.isnan(flat)) - 1
    low = int(np.floor(q * last))
    share = q * last - low
    result[order[low]] += g * (1.0 - share)
    result[order[min(low + 1, last)]] += g * share
    return np.reshape(result, x.shape)


@compilable
def quantiles_back(g: Any, z: Any, x: Any, q: Any) -> Any:
    """Return the adjoint of an array from those of several quantiles."""
    result = np.zeros(x.shape, x.dtype)
    for i in range(len(q)):
        result += quantile_back(g[i], z[i], x, q[i])
    return result


@compilable
def quantile_slope(z: float, x: Any, q: float) -> Any:
    """Return the derivative of the quantile z of an array with respect to its share.

    >>> import numpy as np
    >>> quantile_slope(3.5, np.array([4.0, 1.0, 3.0, 9.0]), 0.5)
    3.0
    """
    if x.size == 0 or np.isnan(z):
        return math.nan
    order = np.sort(np.ravel(x))
    last = np.sum(~np.isnan(order)) - 1
    low = int(np.floor(q * last))
    return float((order[min(low + 1, last)] - order[low]) * last)
