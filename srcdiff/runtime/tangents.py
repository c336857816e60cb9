"""Tangents of functions of arrays, where a rule of forward mode needs more than one line.

The sources of those of linear algebra are named in rules/linear_algebra.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.interpolation import check_points, interval
from srcdiff.runtime.linear_algebra import matrix_power
from srcdiff.runtime.reductions import quantile_back
from srcdiff.runtime.spectral_tangents import singular_values_forward, symmetric


@compilable
def cumprod_forward(t_x: Any, z: Any, x: Any) -> Any:
    """Return the tangent of the products z of the first elements of a vector.

    >>> import numpy as np
    >>> x = np.array([2.0, 0.0, 5.0])
    >>> cumprod_forward(np.array([0.0, 1.0, 0.0]), np.cumprod(x), x)
    array([ 0.,  2., 10.])
    """
    result = np.empty(len(x), x.dtype)
    for i in range(len(x)):
        result[i] = t_x[i] if i == 0 else result[i - 1] * x[i] + z[i - 1] * t_x[i]
    return result


@compilable
def cumprod_forward_along(t_x: Any, z: Any, x: Any, axis: int) -> Any:
    """Return the tangent of cumulative products along an axis."""
    result = np.empty(x.shape, x.dtype)
    to, of_t = np.moveaxis(result, axis, -1), np.moveaxis(t_x, axis, -1)
    of_z, of_x = np.moveaxis(z, axis, -1), np.moveaxis(x, axis, -1)
    for place in np.ndindex(to.shape[:-1]):
        to[place][:] = cumprod_forward(of_t[place], of_z[place], of_x[place])
    return result


@compilable
def sort_forward(t_x: Any, x: Any) -> Any:
    """Return the tangent of an array that is sorted along its last axis."""
    result = np.empty(x.shape, x.dtype)
    for place in np.ndindex(x.shape[:-1]):
        result[place][:] = t_x[place][np.argsort(x[place], kind="mergesort")]
    return result


@compilable
def interp_moved(t_xp: Any, x: Any, xp: Any, fp: Any) -> Any:
    """Return the tangent of interpolation between points that move.

    >>> import numpy as np
    >>> knots = np.array([0.0, 1.0, 3.0])
    >>> interp_moved(np.ones(3), np.array([0.5, 2.0, 4.0]), knots, knots**2)
    array([-1., -4.,  0.])
    """
    check_points(xp, fp)
    result = np.zeros_like(x * np.ones(1, t_xp.dtype))  # the places may be integers
    for place in np.ndindex(x.shape):
        k = interval(x[place], xp)
        if k >= 0:
            width = xp[k + 1] - xp[k]
            share = (x[place] - xp[k]) / width
            slope = (float(fp[k + 1]) - fp[k]) / width
            result[place] = -slope * ((1.0 - share) * t_xp[k] + share * t_xp[k + 1])
    return result


@compilable
def vander_forward(t_x: Any, z: Any, x: Any) -> Any:
    """Return the tangent of the powers z of a vector, the highest ones first."""
    result = np.zeros(z.shape, x.dtype)
    last = z.shape[1] - 1
    for k in range(1, last + 1):
        result[:, last - k] = k * z[:, last - k + 1] * t_x
    return result


@compilable
def quantiles_forward(t_x: Any, z: Any, x: Any, q: Any) -> Any:
    """Return the tangent of several quantiles of an array."""
    result = np.empty(len(q), x.dtype)
    for i in range(len(q)):
        result[i] = np.sum(quantile_back(1.0, z[i], x, q[i]) * t_x)
    return result


@compilable
def cholesky_forward(t_x: Any, factor: Any) -> Any:
    """Return the tangent of the Cholesky factor of a matrix."""
    inverse = np.linalg.inv(factor)
    half = np.tril(np.dot(inverse, np.dot(symmetric(t_x), inverse.T)))
    for i in range(len(half)):
        half[i, i] *= 0.5
    return np.dot(np.ascontiguousarray(factor), half)


@compilable
def orthogonal_forward(t_x: Any, strided_q: Any, r: Any) -> Any:
    """Return the tangent of the factor Q of a matrix."""
    n = r.shape[0]
    q = np.ascontiguousarray(strided_q)
    first = np.ascontiguousarray(r[:, :n])
    moved = np.ascontiguousarray(np.linalg.solve(first.T, t_x[:, :n].T).T)
    inner = np.dot(q.T, moved)
    turn = np.tril(inner, -1)
    return np.dot(q, turn - turn.T) + moved - np.dot(q, inner)


@compilable
def triangular_forward(t_x: Any, strided_q: Any, strided_r: Any) -> Any:
    """Return the tangent of the factor R of a matrix."""
    q, r = np.ascontiguousarray(strided_q), np.ascontiguousarray(strided_r)
    t_q = orthogonal_forward(t_x, q, r)
    return np.triu(np.dot(q.T, np.ascontiguousarray(t_x)) - np.dot(np.dot(q.T, t_q), r))


@compilable
def pinv_forward(t_x: Any, z: Any, x: Any) -> Any:
    """Return the tangent of the pseudoinverse z of a matrix."""
    left = t_x.T - np.dot(np.dot(t_x.T, x), z)
    right = t_x.T - np.dot(z, np.dot(x, t_x.T))
    result = np.dot(np.dot(z, z.T), left) + np.dot(np.dot(right, z.T), z)
    return result - np.dot(z, np.dot(t_x, z))


@compilable
def residuals_forward(t_a: Any, t_b: Any, z: Any, residuals: Any, a: Any, b: Any) -> Any:
    """Return the tangent of the sum of squared errors, which may be left out."""
    result = np.zeros(residuals.shape, b.dtype)
    if len(residuals) > 0:
        result[0] = 2.0 * np.sum((b - np.dot(a, z)) * (t_b - np.dot(t_a, z)))
    return result


@compilable
def of_singular_values(t_a: Any, a: Any) -> Any:
    """Return the tangent of the singular values of a matrix."""
    u, s, vt = np.linalg.svd(a, False)
    return singular_values_forward(t_a, u, s, vt)


@compilable
def matrix_power_forward(t_x: Any, x: Any, n: int) -> Any:
    """Return the tangent of a power of a matrix."""
    factor, t_factor = np.ascontiguousarray(x), np.ascontiguousarray(t_x)
    if n < 0:
        factor = np.ascontiguousarray(np.linalg.inv(x))
        t_factor = -np.dot(factor, np.dot(t_factor, factor))
    result = np.zeros(x.shape, x.dtype)
    front = np.eye(len(x)).astype(x.dtype)
    for k in range(abs(n)):
        behind = matrix_power(factor, abs(n) - 1 - k)
        result += np.dot(front, np.dot(t_factor, behind))
        front = np.dot(front, factor)
    return result
