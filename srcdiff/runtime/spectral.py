"""Adjoints of eigenvalues, singular values and their vectors.

The vectors of equal values are not determined: they turn among themselves by 0/0. What is
computed from vectors and has adjoints between those of equal values is nan, also where it does
not depend on the choice of vectors, as functions of a matrix do not: no rule of the
decomposition alone can know (for A and for its root the values, the vectors and their adjoints
are the same where all values are 1, and the derivatives are not).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.linear_algebra import lower


@compilable
def equal_within(values: Any) -> Any:
    """Return how far apart eigenvalues, or singular values, may be that count as equal.

    LAPACK finds them up to a small multiple of the rounding of the largest one (LAPACK Users'
    Guide, section 4.7). Numbers divided by such a difference have no right digit left.

    >>> import numpy as np
    >>> bool(equal_within(np.array([1.0, 2.0])) < 1e-14)
    True
    """
    if len(values) == 0:
        return 0.0
    return 8.0 * len(values) * np.finfo(values.dtype).eps * np.max(np.abs(values))


@compilable
def eigh_back(g_w: Any, g_v: Any, w: Any, v: Any) -> Any:
    """Return the adjoint of a symmetric matrix from those of its eigenvalues and eigenvectors.

    Only the lower triangle of the matrix counts, as NumPy reads no other. It is nan where there
    are adjoints between vectors of equal values.
    """
    inner = np.dot(v.T, g_v)
    near = equal_within(w)
    for i in range(len(w)):
        for j in range(i):
            turn = 0.5 * (inner[i, j] - inner[j, i])
            if abs(w[j] - w[i]) <= near:
                turn = 0.0 if inner[i, j] == 0.0 and inner[j, i] == 0.0 else np.nan
            elif turn != 0.0:
                turn = turn / (w[j] - w[i])
            inner[i, j] = inner[j, i] = turn
        inner[i, i] = g_w[i]
    return lower(np.dot(v, np.dot(inner, v.T)))


@compilable
def eigvalsh_back(g: Any, x: Any) -> Any:
    """Return the adjoint of a symmetric matrix from that of its eigenvalues."""
    vectors = np.linalg.eigh(x)[1]
    return lower(np.dot(vectors * g, vectors.T))


@compilable
def svd_back(g_u: Any, g_s: Any, g_vt: Any, u: Any, s: Any, vt: Any) -> Any:
    """Return the adjoint of a matrix from those of its singular values and vectors.

    It is nan where there are adjoints between vectors of equal values.

    Raises ValueError if singular vectors without a singular value count, as they have no
    derivative.
    """
    k = len(s)
    if np.any(g_u[:, k:] != 0.0) or np.any(g_vt[k:] != 0.0):
        raise ValueError("no derivative: use np.linalg.svd(x, full_matrices=False)")
    left, right = np.ascontiguousarray(u[:, :k]), np.ascontiguousarray(vt[:k])
    result = np.dot(left * g_s, right)
    if np.any(g_u != 0.0) or np.any(g_vt != 0.0):
        d_left, d_right = np.ascontiguousarray(g_u[:, :k]), np.ascontiguousarray(g_vt[:k])
        of_left, of_right = np.dot(left.T, d_left), np.dot(right, d_right.T)
        result += np.dot(left, np.dot(turns(of_left, of_right, s), right))
        if len(left) > k:
            result += np.dot((d_left - np.dot(left, of_left)) / s, right)
        if right.shape[1] > k:
            outside = d_right - np.dot(of_right.T, right)
            result += np.dot(left / s, outside)
    return result


@compilable
def turns(of_left: Any, of_right: Any, s: Any) -> Any:
    """Return how singular vectors turn among themselves, in reverse mode."""
    near = equal_within(s)
    inner = np.zeros(of_left.shape, s.dtype)
    for i in range(len(s)):
        for j in range(len(s)):
            a, b = of_left[i, j] - of_left[j, i], of_right[i, j] - of_right[j, i]
            turn = a * s[j] + s[i] * b
            if i != j and abs(s[j] - s[i]) <= near:
                sizes = abs(of_left[i, j]) + abs(of_left[j, i])
                sizes += abs(of_right[i, j]) + abs(of_right[j, i])
                inner[i, j] = 0.0 if sizes == 0.0 else np.nan
            elif turn != 0.0:
                inner[i, j] = turn / ((s[j] - s[i]) * (s[j] + s[i]))
    return inner
