"""Adjoints of linear algebra, where a rule needs more than one line.

The sources are named in rules/linear_algebra.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.reductions import one_hot, products_of_others


@compilable
def det_back(g: float, z: float, x: Any) -> Any:
    """Return the adjoint of a matrix from that of its determinant z.

    The determinants of its minors come from its singular values where it has no inverse.

    >>> import numpy as np
    >>> det_back(1.0, 0.0, np.diag(np.array([2.0, 3.0, 0.0])))
    array([[0., 0., 0.],
           [0., 0., 0.],
           [0., 0., 6.]])
    """
    if z != 0.0:
        return g * z * np.linalg.inv(x).T
    u, s, vt = np.linalg.svd(x)
    factor = g * np.linalg.det(u) * np.linalg.det(vt)
    return np.dot(factor * np.conj(u) * products_of_others(1.0, s), np.conj(vt))


@compilable
def lower(whole: Any) -> Any:
    """Return the adjoint of the lower triangle, from that of the symmetric matrix made of it."""
    result = np.tril(whole + whole.T)
    for i in range(len(result)):
        result[i, i] = whole[i, i]
    return result


@compilable
def cholesky_back(g: Any, factor: Any) -> Any:
    """Return the adjoint of a matrix from that of its Cholesky factor (Giles 2008).

    Only the lower triangle of the matrix counts, as NumPy reads no other.
    """
    half = np.tril(np.dot(factor.T, np.tril(g)))
    for i in range(len(half)):
        half[i, i] *= 0.5
    inverse = np.linalg.inv(factor)
    whole = np.dot(inverse.T, np.dot(half, inverse))
    return lower(0.5 * (whole + whole.T))


@compilable
def qr_back(g_q: Any, g_r: Any, q: Any, r: Any, x: Any) -> Any:
    """Return the adjoint of a matrix from those of its factors Q and R."""
    n = r.shape[0]
    if x.shape[1] == n:
        return tall_qr_back(g_q, g_r, q, r)
    first, rest = np.ascontiguousarray(r[:, :n]), np.ascontiguousarray(x[:, n:])
    g_rest = np.ascontiguousarray(g_r[:, n:])
    result = np.empty(x.shape, x.dtype)
    more = g_q + np.dot(rest, g_rest.T)
    result[:, :n] = tall_qr_back(more, np.ascontiguousarray(g_r[:, :n]), q, first)
    result[:, n:] = np.dot(q, g_rest)
    return result


@compilable
def tall_qr_back(g_q: Any, g_r: Any, q: Any, r: Any) -> Any:
    """Return the adjoint of a matrix with at least as many rows as columns."""
    inner = np.dot(r, np.triu(g_r).T) - np.dot(g_q.T, q)
    for i in range(len(inner)):
        for j in range(i):
            inner[j, i] = inner[i, j]
    return np.linalg.solve(r, (g_q + np.dot(q, inner)).T).T


@compilable
def pinv_back(g: Any, z: Any, x: Any) -> Any:
    """Return the adjoint of a matrix from that of its pseudoinverse z."""
    left = g.T - np.dot(x, np.dot(z, g.T))
    right = g.T - np.dot(np.dot(g.T, z), x)
    result = np.dot(left, np.dot(z, z.T)) + np.dot(np.dot(z.T, z), right)
    return result - np.dot(z.T, np.dot(g, z.T))


@compilable
def lstsq_right(g: Any, g_residuals: Any, z: Any, a: Any, b: Any) -> Any:
    """Return the adjoint of the right side from those of the solution z and of its error."""
    result = np.dot(np.linalg.pinv(a).T, g)
    if len(g_residuals) > 0:
        result += 2.0 * g_residuals[0] * (b - np.dot(a, z))
    return result


@compilable
def lstsq_matrix(g: Any, g_residuals: Any, g_s: Any, z: Any, a: Any, b: Any) -> Any:
    """Return the adjoint of the matrix from those of the solution, its error, and s."""
    inverse = np.linalg.pinv(a)
    back, error = np.dot(inverse.T, g), b - np.dot(a, z)
    result = np.outer(error, np.dot(inverse, back)) - np.outer(back, z)
    result += np.outer(np.dot(inverse.T, z), g - np.dot(back, a))
    if len(g_residuals) > 0:
        result -= np.outer(2.0 * g_residuals[0] * error, z)
    if np.any(g_s != 0.0):
        left, _, right = np.linalg.svd(a, False)
        result += np.dot(left * g_s, right)
    return result


@compilable
def norm(x: Any, order: float) -> Any:
    """Return the norm of some order of a vector or a matrix: np.linalg.norm(x, order).

    It is nan where an element is nan, which Numba's own does not see. Raises ValueError for the
    smallest of no elements, sums or singular values, as NumPy does.

    >>> import numpy as np
    >>> float(norm(np.array([1.0, np.nan]), np.inf))
    nan
    """
    if order < 0.0 and (x.size == 0 if order == -2.0 and x.ndim == 2 else has_no_sums(x, order)):
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    if (order != 0.0 or x.ndim > 1) and abs(order) != 2.0 and np.any(np.isnan(x)):
        return np.sum(np.abs(x))
    return np.linalg.norm(x, order)


@compilable
def has_no_sums(x: Any, order: float) -> bool:
    """Return True if there are no elements, columns or rows of which a norm takes the smallest."""
    if x.ndim == 1:
        return bool(np.isinf(order)) and len(x) == 0
    return bool(x.shape[1] == 0 if order == -1.0 else x.shape[0] == 0)


@compilable
def norm_back(g: float, z: float, x: Any, order: float) -> Any:
    """Return the adjoint of a vector from that of its p-norm z; 0 at the origin.

    >>> import numpy as np
    >>> norm_back(1.0, 3.0, np.array([3.0, 0.0]), 1)
    array([1., 0.])
    >>> norm_back(1.0, 4.0, np.array([3.0, -4.0]), np.inf)
    array([ 0., -1.])
    """
    if len(x) == 0 or np.isnan(z):
        return np.full(x.shape, np.nan).astype(x.dtype)
    if np.isinf(order):
        places = np.abs(x)
        place = np.argmax(places) if order > 0.0 else np.argmin(places)
        return one_hot(g * np.sign(x[place]), place, x)
    result = np.zeros(len(x), x.dtype)
    if z == 0.0 or order == 0.0:
        return result
    for i in range(len(x)):
        if x[i] != 0.0 or order <= 1.0:
            result[i] = g * np.sign(x[i]) * (abs(x[i]) / z) ** (order - 1.0)
    return result


@compilable
def matrix_norm_back(g: float, z: float, x: Any, order: float) -> Any:
    """Return the adjoint of a matrix from that of its norm z of order 1, 2 or infinity.

    It is nan where the norm is, and where elements are infinite and singular values count.
    """
    result = np.zeros(x.shape, x.dtype)
    if x.size == 0:
        return result
    if np.isnan(z) or (abs(order) == 2.0 and not np.all(np.isfinite(x))):
        return result + x.dtype.type(np.nan)
    if abs(order) == 2.0:
        u, s, vt = np.linalg.svd(x, False)
        last = 0 if order > 0.0 else len(s) - 1
        result += np.outer(g * u[:, last], vt[last])
        return result
    along = 0 if abs(order) == 1.0 else 1
    sums = np.sum(np.abs(x), along)
    k = np.argmax(sums) if order > 0.0 else np.argmin(sums)
    if along == 0:
        result[:, k] = g * np.sign(x[:, k])
    else:
        result[k] = g * np.sign(x[k])
    return result


@compilable
def matrix_power(x: Any, n: int) -> Any:
    """Return the product of n factors x, of -n factors that are its inverse if n < 0.

    They are multiplied in NumPy's order. Raises LinAlgError for a matrix that is not square.

    >>> import numpy as np
    >>> matrix_power(np.array([[1.0, 1.0], [0.0, 1.0]]), 5)
    array([[1., 5.],
           [0., 1.]])
    """
    if x.shape[0] != x.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    result = np.eye(len(x)).astype(x.dtype)
    factor, left = np.ascontiguousarray(x), n
    if n < 0:
        factor, left = np.ascontiguousarray(np.linalg.inv(x)), -n
    if left == 3:
        return np.dot(np.dot(factor, factor), factor)
    is_first = True
    while left > 0:
        if left % 2 == 1:
            result = factor.copy() if is_first else np.dot(result, factor)
            is_first = False
        left //= 2
        if left > 0:
            factor = np.dot(factor, factor)
    return result


@compilable
def matrix_power_back(g: Any, x: Any, n: int) -> Any:
    """Return the adjoint of a matrix from that of one of its powers."""
    factor, count = np.ascontiguousarray(x), abs(n)
    if n < 0:
        factor = np.ascontiguousarray(np.linalg.inv(x))
    result = np.zeros(x.shape, x.dtype)
    front = np.eye(len(x)).astype(x.dtype)
    for k in range(count):
        behind = matrix_power(factor, count - 1 - k)
        result += np.dot(front.T, np.dot(g, behind.T))
        front = np.dot(front, factor)
    if n < 0:
        result = -np.dot(factor.T, np.dot(result, factor.T))
    return result
