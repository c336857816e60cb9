"""Linear algebra of stacks of matrices, of any rank, one matrix at a time."""

from __future__ import annotations

from typing import Any

import numpy as np


def in_one_stack(a: Any) -> Any:
    """Return the matrices in an array of more dimensions one after the other.

    >>> in_one_stack(np.ones((2, 3, 4, 5))).shape
    (6, 4, 5)
    """
    if a.ndim == 3:
        return np.ascontiguousarray(a)
    return in_one_stack(
        np.reshape(np.ascontiguousarray(a), (a.shape[0] * a.shape[1], *a.shape[2:]))
    )


def inverses(a: Any) -> Any:
    """Return the inverses of the matrices in a stack: np.linalg.inv.

    >>> inverses(np.array([[[2.0]], [[4.0]]]))[:, 0, 0]
    array([0.5 , 0.25])
    """
    matrices = in_one_stack(a)
    result = np.empty_like(matrices)
    for k in range(len(matrices)):
        result[k] = np.linalg.inv(matrices[k])
    return np.reshape(result, a.shape)


def determinants(a: Any) -> Any:
    """Return the determinants of the matrices in a stack: np.linalg.det.

    >>> determinants(np.array([[[2.0]], [[4.0]]]))
    array([2., 4.])
    """
    matrices = in_one_stack(a)
    result = np.empty(len(matrices), a.dtype)
    for k in range(len(matrices)):
        result[k] = np.linalg.det(matrices[k])
    return np.reshape(result, a.shape[:-2])


def logarithms_of_determinants(a: Any) -> Any:
    """Return signs of determinants and logarithms of their absolute values: np.linalg.slogdet.

    >>> logarithms_of_determinants(np.array([[[1.0]], [[-1.0]]]))
    (array([ 1., -1.]), array([0., 0.]))
    """
    matrices = in_one_stack(a)
    signs = np.empty(len(matrices), a.dtype)
    logarithms = np.empty(len(matrices), a.dtype)
    for k in range(len(matrices)):
        sign, logarithm = np.linalg.slogdet(matrices[k])
        signs[k] = sign
        logarithms[k] = logarithm
    return np.reshape(signs, a.shape[:-2]), np.reshape(logarithms, a.shape[:-2])


def cholesky_factors(a: Any) -> Any:
    """Return the Cholesky factors of the matrices in a stack: np.linalg.cholesky.

    >>> cholesky_factors(np.array([[[4.0]], [[9.0]]]))[:, 0, 0]
    array([2., 3.])
    """
    matrices = in_one_stack(a)
    result = np.empty_like(matrices)
    for k in range(len(matrices)):
        result[k] = np.linalg.cholesky(matrices[k])
    return np.reshape(result, a.shape)


def pseudoinverses(a: Any) -> Any:
    """Return the pseudoinverses of the matrices in a stack: np.linalg.pinv.

    >>> pseudoinverses(np.array([[[2.0, 0.0]]]))[0, :, 0]
    array([0.5, 0. ])
    """
    matrices = in_one_stack(a)
    result = np.empty((len(matrices), a.shape[-1], a.shape[-2]), a.dtype)
    for k in range(len(matrices)):
        result[k] = np.linalg.pinv(matrices[k])
    return np.reshape(result, (*a.shape[:-2], a.shape[-1], a.shape[-2]))


def eigenvectors(a: Any) -> Any:
    """Return eigenvalues and eigenvectors of the symmetric matrices in a stack: np.linalg.eigh.

    >>> eigenvectors(np.array([[[2.0]], [[3.0]]]))[0][:, 0]
    array([2., 3.])
    """
    matrices = in_one_stack(a)
    values = np.empty((len(matrices), a.shape[-1]), a.dtype)
    vectors = np.empty_like(matrices)
    for k in range(len(matrices)):
        w, v = np.linalg.eigh(matrices[k])
        values[k] = w
        vectors[k] = v
    return np.reshape(values, a.shape[:-1]), np.reshape(vectors, a.shape)


def eigenvalues(a: Any) -> Any:
    """Return the eigenvalues of the symmetric matrices in a stack: np.linalg.eigvalsh.

    >>> eigenvalues(np.array([[[2.0]], [[3.0]]]))[:, 0]
    array([2., 3.])
    """
    matrices = in_one_stack(a)
    values = np.empty((len(matrices), a.shape[-1]), a.dtype)
    for k in range(len(matrices)):
        values[k] = np.linalg.eigvalsh(matrices[k])
    return np.reshape(values, a.shape[:-1])


def singular_vectors(a: Any) -> Any:
    """Return singular values and all singular vectors of the matrices in a stack: np.linalg.svd.

    >>> singular_vectors(np.array([[[2.0]], [[3.0]]]))[1][:, 0]
    array([2., 3.])
    """
    matrices = in_one_stack(a)
    rows, columns = a.shape[-2], a.shape[-1]
    left = np.empty((len(matrices), rows, rows), a.dtype)
    values = np.empty((len(matrices), min(rows, columns)), a.dtype)
    right = np.empty((len(matrices), columns, columns), a.dtype)
    for k in range(len(matrices)):
        u, s, v = np.linalg.svd(matrices[k])
        left[k] = u
        values[k] = s
        right[k] = v
    return (
        np.reshape(left, (*a.shape[:-2], rows, rows)),
        np.reshape(values, (*a.shape[:-2], min(rows, columns))),
        np.reshape(right, (*a.shape[:-2], columns, columns)),
    )


def some_singular_vectors(a: Any) -> Any:
    """Return singular values and their singular vectors: np.linalg.svd without full matrices.

    >>> some_singular_vectors(np.array([[[2.0, 0.0]]]))[2][0]
    array([[1., 0.]])
    """
    matrices = in_one_stack(a)
    rows, columns = a.shape[-2], a.shape[-1]
    count = min(rows, columns)
    left = np.empty((len(matrices), rows, count), a.dtype)
    values = np.empty((len(matrices), count), a.dtype)
    right = np.empty((len(matrices), count, columns), a.dtype)
    for k in range(len(matrices)):
        u, s, v = np.linalg.svd(matrices[k], False)
        left[k] = u
        values[k] = s
        right[k] = v
    return (
        np.reshape(left, (*a.shape[:-2], rows, count)),
        np.reshape(values, (*a.shape[:-2], count)),
        np.reshape(right, (*a.shape[:-2], count, columns)),
    )
