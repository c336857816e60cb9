"""Tangents of eigenvalues, singular values and their vectors.

Those of vectors are nan where vectors of equal values turn among themselves (spectral.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.spectral import equal_within


@compilable
def symmetric(t_x: Any) -> Any:
    """Return the tangent of the symmetric matrix that the lower triangle makes."""
    result = np.ascontiguousarray(np.tril(t_x))
    for i in range(len(result)):
        for j in range(i):
            result[j, i] = result[i, j]
    return result


@compilable
def eigenvalues_forward(t_x: Any, v: Any) -> Any:
    """Return the tangent of the eigenvalues of a symmetric matrix with eigenvectors v."""
    return np.diag(np.dot(v.T, np.dot(symmetric(t_x), v)))


@compilable
def eigenvectors_forward(t_x: Any, w: Any, v: Any) -> Any:
    """Return the tangent of the eigenvectors v of a symmetric matrix with eigenvalues w."""
    inner = np.dot(v.T, np.dot(symmetric(t_x), v))
    near = equal_within(w)
    for i in range(len(w)):
        for j in range(len(w)):
            turn = inner[i, j] if i != j else 0.0
            if turn != 0.0:
                turn = turn / (w[j] - w[i]) if abs(w[j] - w[i]) > near else np.nan
            inner[i, j] = turn
    return np.dot(v, inner)


@compilable
def singular_values_forward(t_x: Any, u: Any, s: Any, vt: Any) -> Any:
    """Return the tangent of the singular values of a matrix."""
    k = len(s)
    left, right = np.ascontiguousarray(u[:, :k]), np.ascontiguousarray(vt[:k])
    return np.sum(left * np.dot(np.ascontiguousarray(t_x), right.T), 0)


@compilable
def left_vectors_forward(t_x: Any, u: Any, s: Any, vt: Any) -> Any:
    """Return the tangent of the left singular vectors; nan for those without a singular value."""
    k = len(s)
    left, right = np.ascontiguousarray(u[:, :k]), np.ascontiguousarray(vt[:k])
    moved = np.dot(np.ascontiguousarray(t_x), right.T)
    inner = np.dot(left.T, moved)
    near = equal_within(s)
    turned = np.zeros((k, k), s.dtype)
    for i in range(k):
        for j in range(k):
            turn = inner[i, j] * s[j] + s[i] * inner[j, i]
            if i != j and abs(s[j] - s[i]) <= near:
                turned[i, j] = 0.0 if inner[i, j] == 0.0 and inner[j, i] == 0.0 else np.nan
            elif i != j and turn != 0.0:
                turned[i, j] = turn / ((s[j] - s[i]) * (s[j] + s[i]))
    result = np.full(u.shape, np.nan).astype(s.dtype)
    result[:, :k] = np.dot(left, turned)
    if len(left) > k:
        result[:, :k] += (moved - np.dot(left, inner)) / s
    return result


@compilable
def right_vectors_forward(t_x: Any, u: Any, s: Any, vt: Any) -> Any:
    """Return the tangent of the right singular vectors: those of the transposed matrix."""
    turned = left_vectors_forward(
        np.ascontiguousarray(t_x.T), np.ascontiguousarray(vt.T), s, np.ascontiguousarray(u.T)
    )
    return np.ascontiguousarray(turned.T)
