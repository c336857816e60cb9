"""Adjoints of cumulative sums, differences, interpolation and rearrangements."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.special import sinc_slope


@compilable
def sums_from(g: Any, axis: int) -> Any:
    """Return, for each element, the sum of it and of those after it along an axis.

    >>> import numpy as np
    >>> sums_from(np.array([1.0, 2.0, 3.0]), 0)
    array([6., 5., 3.])
    """
    result = g.copy()
    rows = np.moveaxis(result, axis, 0)
    for k in range(len(rows) - 2, -1, -1):
        rows[k] += rows[k + 1]
    return result


@compilable
def cumprod_back(g: Any, z: Any, x: Any) -> Any:
    """Return the adjoint of a vector from that of the products z of its first elements.

    >>> import numpy as np
    >>> x = np.array([2.0, 0.0, 5.0])
    >>> cumprod_back(np.ones(3), np.cumprod(x), x)
    array([ 1., 12.,  0.])
    """
    result = np.empty(len(x), x.dtype)
    behind = 0.0  # the derivative with respect to the product of the elements up to i
    for i in range(len(x) - 1, -1, -1):
        if i + 1 < len(x):
            behind *= x[i + 1]
        behind += g[i]
        result[i] = behind if i == 0 else behind * z[i - 1]
    return result


@compilable
def cumprod_along(x: Any, axis: int) -> Any:
    """Return the products of the first elements along an axis: np.cumprod(x, axis)."""
    result = np.empty(x.shape, x.dtype)
    to, of_x = np.moveaxis(result, axis, -1), np.moveaxis(x, axis, -1)
    for place in np.ndindex(to.shape[:-1]):
        to[place][:] = np.cumprod(of_x[place])
    return result


@compilable
def cumprod_back_along(g: Any, z: Any, x: Any, axis: int) -> Any:
    """Return the adjoint of an array from that of its cumulative products along an axis."""
    result = np.empty(x.shape, x.dtype)
    to, of_g = np.moveaxis(result, axis, -1), np.moveaxis(g, axis, -1)
    of_z, of_x = np.moveaxis(z, axis, -1), np.moveaxis(x, axis, -1)
    for place in np.ndindex(to.shape[:-1]):
        to[place][:] = cumprod_back(of_g[place], of_z[place], of_x[place])
    return result


@compilable
def differences_back(g: Any, n: int, x: Any) -> Any:
    """Return the adjoint of an array from that of its n-th differences along the last axis.

    >>> import numpy as np
    >>> differences_back(np.array([1.0, 2.0]), 1, np.zeros(3))
    array([-1., -1.,  2.])
    """
    if g.size == 0:
        return np.zeros(x.shape, x.dtype)
    narrow = np.empty(g.shape, x.dtype)
    narrow[...] = g
    for k in range(n):
        wide = np.zeros((*x.shape[:-1], x.shape[-1] - n + k + 1), x.dtype)
        wide[..., 1:] += narrow
        wide[..., :-1] -= narrow
        narrow = wide
    return narrow


@compilable
def scattered(g: Any, places: Any, like: Any) -> Any:
    """Return an array of zeros, to which values are added at places of the flat array.

    >>> import numpy as np
    >>> scattered(np.array([1.0, 2.0, 3.0]), np.array([0, 2, 0]), np.zeros(3))
    array([4., 0., 2.])
    """
    result = np.zeros(like.size, like.dtype)
    values, where = np.ravel(g), np.ravel(places)
    for i in range(len(where)):
        result[where[i]] += values[i]
    return np.reshape(result, like.shape)


@compilable
def sort_back(g: Any, x: Any) -> Any:
    """Return the adjoint of an array that was sorted along its last axis."""
    result = np.empty(x.shape, x.dtype)
    for place in np.ndindex(x.shape[:-1]):
        result[place][np.argsort(x[place], kind="mergesort")] = g[place]
    return result


@compilable
def viewed_back(g: Any, axes: Any, like: Any) -> Any:
    """Return the adjoint of an array whose axes were put into another order."""
    result = np.zeros(like.shape, like.dtype)
    turned = np.transpose(result, axes)
    turned[...] = g
    return result


@compilable
def squeeze(x: Any, axis: int) -> Any:
    """Return an array without one of its axes, which has length 1: np.squeeze(x, axis).

    >>> import numpy as np
    >>> squeeze(np.array([[1.0], [2.0]]), 1)
    array([1., 2.])
    """
    if x.shape[axis] != 1:
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return np.moveaxis(x, axis, 0)[0]


@compilable
def trapezoid_back(g: float, y: Any) -> Any:
    """Return the adjoint of values from that of the area below them."""
    result = np.zeros(len(y), y.dtype)
    for i in range(len(y) - 1):
        result[i] += 0.5 * g
        result[i + 1] += 0.5 * g
    return result


@compilable
def trapezoid_values(g: float, x: Any, y: Any) -> Any:
    """Return the adjoint of values y at points x from that of the area below them."""
    if len(x) != len(y):
        raise ValueError("the points and the values have not the same length")
    result = np.zeros(len(y), y.dtype)
    for i in range(len(x) - 1):
        result[i] += 0.5 * g * (x[i + 1] - x[i])
        result[i + 1] += 0.5 * g * (x[i + 1] - x[i])
    return result


@compilable
def trapezoid_points(g: float, y: Any, x: Any) -> Any:
    """Return the adjoint of points x from that of the area below values y."""
    if len(x) != len(y):
        raise ValueError("the points and the values have not the same length")
    result = np.zeros(len(x), x.dtype)
    for i in range(len(y) - 1):
        result[i] -= 0.5 * g * (y[i + 1] + y[i])
        result[i + 1] += 0.5 * g * (y[i + 1] + y[i])
    return result


@compilable
def vander_back(g: Any, x: Any) -> Any:
    """Return the adjoint of a vector from that of its powers, the highest ones first."""
    result = np.zeros(len(x), x.dtype)
    power = np.ones(len(x), x.dtype)
    for k in range(1, g.shape[1]):
        result += g[:, g.shape[1] - 1 - k] * k * power
        power *= x
    return result


@compilable
def tile(x: Any, count: int) -> Any:
    """Return an array several times, one after the other along its last axis.

    >>> import numpy as np
    >>> tile(np.array([1.0, 2.0]), 2)
    array([1., 2., 1., 2.])
    """
    size = x.shape[-1]
    result = np.empty((*x.shape[:-1], max(count, 0) * size), x.dtype)
    for k in range(count):
        result[..., k * size : (k + 1) * size] = x
    return result


@compilable
def tile_back(g: Any, count: int, x: Any) -> Any:
    """Return the sum of the copies of which an array consists along its last axis."""
    size = x.shape[-1]
    result = np.zeros(x.shape, x.dtype)
    for k in range(count):
        result += g[..., k * size : (k + 1) * size]
    return result


@compilable
def windows(x: Any, length: int) -> Any:
    """Return the parts of an array that are `length` rows long, one after the other.

    >>> import numpy as np
    >>> windows(np.array([1.0, 2.0, 3.0]), 2)
    array([[1., 2.],
           [2., 3.]])
    """
    if length < 0 or length > len(x):
        raise ValueError("window shape cannot be larger than input array shape")
    result = np.empty((len(x) - length + 1, length, *x.shape[1:]), x.dtype)
    for i in range(len(result)):
        for j in range(length):
            result[i, j] = x[i + j]
    return result


@compilable
def windows_back(g: Any, x: Any) -> Any:
    """Return the sums of what the windows have of each row of an array."""
    result = np.zeros(x.shape, x.dtype)
    for i in range(g.shape[0]):
        for j in range(g.shape[1]):
            result[i + j] += g[i, j]
    return result


@compilable
def sinc_slopes(x: Any, y: Any) -> Any:
    """Return the derivatives of the elements of y = sinc(x)."""
    result = np.empty(x.shape, x.dtype)
    for place in np.ndindex(x.shape):
        result[place] = sinc_slope(x[place], y[place])
    return result


@compilable
def polyval(p: Any, x: Any) -> Any:
    """Return the value of a polynomial, the highest power first: np.polyval, which Numba lacks.

    >>> import numpy as np
    >>> float(polyval(np.array([1.0, 0.0, 2.0]), 3.0))
    11.0
    """
    y = 0.0 * x
    for k in range(len(p)):
        y = y * x + p[k]
    return y


@compilable
def polyval_slope(p: Any, x: Any) -> Any:
    """Return the derivative of the value of a polynomial with respect to the number."""
    y = 0.0 * x
    for k in range(len(p) - 1):
        y = y * x + (len(p) - 1 - k) * p[k]
    return y


@compilable
def polyval_back(g: Any, p: Any, x: Any) -> Any:
    """Return the adjoint of the coefficients of a polynomial.

    >>> import numpy as np
    >>> polyval_back(1.0, np.zeros(3), 2.0)
    array([4., 2., 1.])
    """
    result = np.empty(len(p), p.dtype)
    power = g + 0.0 * x
    for k in range(len(p) - 1, -1, -1):
        result[k] = np.sum(power)
        power = power * x
    return result
