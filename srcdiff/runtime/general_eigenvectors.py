"""Eigenvalues and eigenvectors of real matrices that need not be symmetric, and are all real."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.spectral import equal_within


def real_eig(a: Any) -> Any:
    """Return the eigenvalues of a real matrix and its eigenvectors: np.linalg.eig.

    Raises ValueError if they are complex.

    >>> real_eig(np.array([[2.0, 1.0], [0.0, 1.0]]))[0]
    array([2., 1.])
    """
    values, vectors = np.linalg.eig(a)
    if np.iscomplexobj(values) and not np.iscomplexobj(a):
        raise ValueError("the eigenvalues are complex, which is not differentiated")
    return values, vectors


@overload(real_eig)  # type: ignore[untyped-decorator]
def compiled(a: Any) -> Any:
    """Return what Numba compiles, which raises ValueError itself."""

    def found(a: Any) -> Any:
        return np.linalg.eig(np.ascontiguousarray(a))

    return found


@compilable
def eig_back(g_w: Any, g_v: Any, w: Any, v: Any) -> Any:
    """Return the adjoint of a matrix from those of its eigenvalues and eigenvectors.

    It is nan where there are adjoints of eigenvectors of equal values.
    """
    inner = np.dot(v.T, g_v)
    lengths = np.dot(v.T, v)
    found = np.empty_like(inner)
    near = equal_within(w)
    for j in range(len(w)):
        for i in range(len(w)):
            found[i, j] = apart(inner[i, j] - lengths[i, j] * inner[j, j], w[j] - w[i], near)
        found[j, j] = g_w[j]
    return np.dot(np.linalg.solve(v.T, found), v.T)


@compilable
def apart(value: Any, difference: Any, near: Any) -> Any:
    """Return a value divided by a difference of eigenvalues, nan where they are equal."""
    if value == 0.0:
        return value
    return value / difference if abs(difference) > near else np.nan


@compilable
def eig_values_forward(t_x: Any, v: Any) -> Any:
    """Return the tangents of the eigenvalues of a matrix."""
    return np.diag(np.linalg.solve(v, np.dot(t_x, v))).copy()


@compilable
def eig_vectors_forward(t_x: Any, w: Any, v: Any) -> Any:
    """Return the tangents of the eigenvectors of a matrix, which stay of length 1."""
    inner = np.linalg.solve(v, np.dot(t_x, v))
    near = equal_within(w)
    for j in range(len(w)):
        for i in range(len(w)):
            inner[i, j] = 0.0 if i == j else apart(inner[i, j], w[j] - w[i], near)
    turned = np.dot(v, inner)
    along = np.sum(v * turned, 0)
    return turned - v * along
