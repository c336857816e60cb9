"""Linear algebra of Hermitian matrices, of which only the lower triangle counts.

Adjoints of complex numbers are conjugated here, as they are in rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable


@compilable
def of_lower_triangle(whole: Any) -> Any:
    """Return the conjugated adjoint of the lower triangle, from that of the Hermitian matrix.

    >>> of_lower_triangle(np.array([[1.0 + 2.0j, 3.0j], [4.0, 5.0]]))
    array([[1.-0.j, 0.-0.j],
           [4.+3.j, 5.-0.j]])
    """
    result = np.tril(whole + whole.T.conj())
    for i in range(len(result)):
        result[i, i] = whole[i, i].real
    return result.conj()


@compilable
def hermitian(t_x: Any) -> Any:
    """Return the tangent of the Hermitian matrix that the lower triangle makes."""
    result = np.tril(t_x)
    for i in range(len(result)):
        result[i, i] = t_x[i, i].real
        for j in range(i):
            result[j, i] = result[i, j].conjugate()
    return result


@compilable
def hermitian_cholesky_back(g: Any, factor: Any) -> Any:
    """Return the adjoint of a matrix from that of its Cholesky factor (Giles 2008)."""
    turned = np.ascontiguousarray(factor.T.conj())
    half = np.tril(np.dot(turned, np.tril(g.conj())))
    for i in range(len(half)):
        half[i, i] = 0.5 * half[i, i].real
    inverse = np.linalg.inv(factor)
    whole = np.dot(np.ascontiguousarray(inverse.T.conj()), np.dot(half, inverse))
    return of_lower_triangle(whole)


@compilable
def hermitian_cholesky_forward(t_x: Any, factor: Any) -> Any:
    """Return the tangent of the Cholesky factor of a matrix."""
    inverse = np.linalg.inv(factor)
    turned = np.ascontiguousarray(inverse.T.conj())
    half = np.tril(np.dot(inverse, np.dot(hermitian(t_x), turned)))
    for i in range(len(half)):
        half[i, i] *= 0.5
    return np.dot(np.ascontiguousarray(factor), half)


@compilable
def hermitian_eigenvalues_back(g: Any, x: Any) -> Any:
    """Return the adjoint of a matrix from that of its eigenvalues."""
    vectors = np.linalg.eigh(x)[1]
    return of_lower_triangle(np.dot(vectors * g, np.ascontiguousarray(vectors.T.conj())))


@compilable
def hermitian_eigenvalues_forward(t_x: Any, x: Any) -> Any:
    """Return the tangent of the eigenvalues of a matrix."""
    vectors = np.linalg.eigh(x)[1]
    turned = np.ascontiguousarray(vectors.T.conj())
    return np.diag(np.dot(turned, np.dot(hermitian(t_x), vectors))).real
