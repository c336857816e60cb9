"""Functions of matrices by their eigenvalues or singular values, and their derivatives.

A function f of a symmetric matrix `A = V diag(w) V^T` is `V diag(f(w)) V^T`. Its derivative has
the divided differences `(f(w_i) - f(w_j)) / (w_i - w_j)` between two eigenvalues, f' where they
are equal (Daleckii and Krein 1965; N. J. Higham, Functions of Matrices, 2008, theorem 3.11). For
singular values, `U diag(f(s)) V^T`, the symmetric part of a change gets these and the other part
`(f(s_i) + f(s_j)) / (s_i + s_j)` (V. Noferini, A formula for the Frechet derivative of a
generalized matrix function, 2017).

What belongs to an eigenvalue by itself is left to the derivatives of `f` and of the values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.linear_algebra import lower
from srcdiff.runtime.spectral import equal_within
from srcdiff.runtime.spectral_tangents import symmetric


@compilable
def matrix_function(x: Any, w: Any, v: Any, f: Any, slopes: Any) -> Any:
    """Return the function of a symmetric matrix x that has the values f at its eigenvalues w.

    `v` are the eigenvectors, and `slopes` the derivatives of the function.

    >>> import numpy as np
    >>> x = np.eye(2)
    >>> matrix_function(x, np.ones(2), x, np.full(2, 3.0), np.full(2, 6.0))
    array([[3., 0.],
           [0., 3.]])
    """
    return np.dot(v * f, v.T)


@compilable
def matrix_function_back(g: Any, w: Any, v: Any, f: Any, slopes: Any) -> Any:
    """Return the adjoint of a symmetric matrix from that of a function of it, but for values.

    >>> import numpy as np
    >>> two = np.ones(2)
    >>> matrix_function_back(np.ones((2, 2)), two, np.eye(2), two, 3.0 * two)
    array([[0., 0.],
           [6., 0.]])
    """
    inner = np.dot(v.T, np.dot(np.ascontiguousarray(g), v))
    return lower(np.dot(v, np.dot(inner * divided_differences(w, f, slopes), v.T)))


@compilable
def matrix_function_forward(t_x: Any, t_f: Any, w: Any, v: Any, f: Any, slopes: Any) -> Any:
    """Return the tangent of a function of a symmetric matrix."""
    inner = np.dot(v.T, np.dot(symmetric(t_x), v)) * divided_differences(w, f, slopes)
    for i in range(len(w)):
        inner[i, i] = t_f[i]
    return np.dot(v, np.dot(inner, v.T))


@compilable
def divided_differences(w: Any, f: Any, slopes: Any) -> Any:
    """Return the quotients of differences of a function and of its arguments, 0 on the diagonal.

    >>> import numpy as np
    >>> w = np.array([1.0, 1.0, 3.0])
    >>> divided_differences(w, w * w, 2.0 * w)
    array([[0., 2., 4.],
           [2., 0., 4.],
           [4., 4., 0.]])
    """
    near = equal_within(w)
    result = np.zeros((len(w), len(w)), w.dtype)
    for i in range(len(w)):
        for j in range(i):
            if abs(w[i] - w[j]) <= near:
                result[i, j] = 0.5 * (slopes[i] + slopes[j])
            else:
                result[i, j] = (f[i] - f[j]) / (w[i] - w[j])
            result[j, i] = result[i, j]
    return result


@compilable
def singular_value_function(x: Any, u: Any, s: Any, vt: Any, f: Any, slopes: Any) -> Any:
    """Return the matrix with the singular vectors of x, and others values f for its own, s.

    `slopes` are the derivatives of the function whose values are f.
    """
    return np.dot(u * f, np.ascontiguousarray(vt))


@compilable
def singular_value_function_back(g: Any, u: Any, s: Any, vt: Any, f: Any, slopes: Any) -> Any:
    """Return the adjoint of a matrix from that of one with other singular values, but for them.

    >>> import numpy as np
    >>> one = np.eye(2)
    >>> g = np.array([[1.0, 2.0], [4.0, 3.0]])
    >>> singular_value_function_back(g, one, np.ones(2), one, np.ones(2), np.zeros(2))
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    left, right = np.ascontiguousarray(u), np.ascontiguousarray(vt)
    whole = np.ascontiguousarray(g)
    moved = np.dot(left.T, whole)
    inner = between_singular_values(np.dot(moved, right.T), s, f, slopes)
    result = np.dot(left, np.dot(inner, right))
    if left.shape[0] > len(s):
        beside = np.dot(whole, right.T)
        result += np.dot((beside - np.dot(left, np.dot(left.T, beside))) * (f / s), right)
    if right.shape[1] > len(s):
        result += np.dot(left * (f / s), moved - np.dot(np.dot(moved, right.T), right))
    return result


@compilable
def singular_value_function_forward(
    t_x: Any, t_f: Any, u: Any, s: Any, vt: Any, f: Any, slopes: Any
) -> Any:
    """Return the tangent of a matrix with other singular values: the map is its own adjoint."""
    result = singular_value_function_back(t_x, u, s, vt, f, slopes)
    return result + np.dot(u * t_f, np.ascontiguousarray(vt))


@compilable
def between_singular_values(inner: Any, s: Any, f: Any, slopes: Any) -> Any:
    """Return a change between singular vectors as that of a matrix with other values."""
    near = equal_within(s)
    result = np.zeros(inner.shape, inner.dtype)
    for i in range(len(s)):
        for j in range(len(s)):
            if i != j:
                if abs(s[i] - s[j]) <= near:
                    slope = 0.5 * (slopes[i] + slopes[j])
                else:
                    slope = (f[i] - f[j]) / (s[i] - s[j])
                turn = (f[i] + f[j]) / (s[i] + s[j])
                change, back = inner[i, j], inner[j, i]
                result[i, j] = 0.5 * (slope * (change + back) + turn * (change - back))
    return result


@compilable
def own_values_back(g: Any, u: Any, v: Any) -> Any:
    """Return the adjoint of the values f from that of a matrix `u diag(f) v.T`.

    >>> import numpy as np
    >>> own_values_back(np.array([[1.0, 2.0], [3.0, 4.0]]), np.eye(2), np.eye(2))
    array([1., 4.])
    """
    return np.sum(u * np.dot(np.ascontiguousarray(g), np.ascontiguousarray(v)), 0)
