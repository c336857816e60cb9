"""Adjoints of convolutions, of Kronecker products and of diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable
from srcdiff.runtime.memory import fit


@compilable
def convolve_back(g: Any, other: Any, n: int) -> Any:
    """Return the adjoint of one of the vectors of a convolution, which has length n.

    The length of `g` tells which part of the convolution it belongs to: all of it, the
    middle, or where both vectors overlap completely.

    >>> import numpy as np
    >>> convolve_back(np.array([1.0, 0.0, 0.0, 0.0]), np.array([2.0, 3.0]), 3)
    array([2., 0., 0.])
    """
    shorter = min(n, len(other))
    start = 0
    if len(g) < n + len(other) - 1:
        start = (shorter - 1) // 2 if len(g) == max(n, len(other)) else shorter - 1
    return shifted_sums(g, other, n, start)


@compilable
def correlate_left(g: Any, a: Any, v: Any) -> Any:
    """Return the adjoint of the first vector of a correlation."""
    return shifted_sums(g, v[::-1], len(a), correlation_start(g, a, v))


@compilable
def correlate_right(g: Any, a: Any, v: Any) -> Any:
    """Return the adjoint of the second vector of a correlation."""
    return shifted_sums(g, a, len(v), correlation_start(g, a, v))[::-1]


@compilable
def correlation_start(g: Any, a: Any, v: Any) -> int:
    """Return where a part of a correlation begins in the whole; its length tells the part."""
    missing = len(a) + len(v) - 1 - len(g)
    shorter = min(len(a), len(v))
    if missing == 0 or len(g) < max(len(a), len(v)):
        return 0 if missing == 0 else shorter - 1
    return (shorter - 1) // 2 if len(a) >= len(v) else shorter // 2


@compilable
def shifted_sums(g: Any, other: Any, n: int, start: int) -> Any:
    """Return the sums of products of `other` and of `g`, shifted by 0, ..., n - 1."""
    result = np.zeros(n, g.dtype)
    for i in range(n):
        for j in range(len(other)):
            if start <= i + j < start + len(g):
                result[i] += other[j] * g[i + j - start]
    return result


@compilable
def kron_left(g: Any, x: Any, y: Any) -> Any:
    """Return the adjoint of the first matrix of a Kronecker product."""
    rows, columns = y.shape
    result = np.zeros(x.shape, x.dtype)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            block = g[i * rows : (i + 1) * rows, j * columns : (j + 1) * columns]
            result[i, j] = np.sum(block * y)
    return result


@compilable
def kron_right(g: Any, x: Any, y: Any) -> Any:
    """Return the adjoint of the second matrix of a Kronecker product."""
    rows, columns = y.shape
    result = np.zeros(y.shape, y.dtype)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            block = g[i * rows : (i + 1) * rows, j * columns : (j + 1) * columns]
            result += block * x[i, j]
    return result


@compilable
def cross_left(g: Any, x: Any, y: Any) -> Any:
    """Return the adjoint of the first matrix of cross products of rows."""
    check_components(x, y)
    return fit(np.cross(y, g)[:, : x.shape[1]], x)


@compilable
def cross_right(g: Any, x: Any, y: Any) -> Any:
    """Return the adjoint of the second matrix of cross products of rows."""
    check_components(x, y)
    return fit(np.cross(g, x)[:, : y.shape[1]], y)


@compilable
def cross_of_pairs(a: Any, b: Any) -> Any:
    """Return the cross products of vectors, or of rows, with two components: np.cross.

    Raises ValueError for any others.

    >>> import numpy as np
    >>> float(cross_of_pairs(np.array([1.0, 2.0]), np.array([3.0, 4.0])))
    -2.0
    """
    check_pairs(a, b)
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


@compilable
def check_pairs(a: Any, b: Any) -> None:
    """Raise ValueError for vectors or rows that have not two components."""
    if a.shape[-1] != 2 or b.shape[-1] != 2:
        raise ValueError("incompatible dimensions for cross product: there are not two components")


@compilable
def cross_of_pairs_back(g: Any, a: Any, b: Any) -> Any:
    """Return the adjoint of the first factor of a cross product of two components each.

    >>> import numpy as np
    >>> cross_of_pairs_back(2.0, np.zeros(2), np.array([3.0, 4.0]))
    array([ 8., -6.])
    """
    check_pairs(a, b)
    result = np.empty_like(a + b)  # of the shape and the kind of both: b may be integers
    result[..., 0] = g * b[..., 1]
    result[..., 1] = -g * b[..., 0]
    return result if a.ndim == 1 else fit(result, a)


@compilable
def check_components(x: Any, y: Any) -> None:
    """Raise ValueError for rows with two components in both matrices, as compiled code does.

    What NumPy gives for them has one dimension less.
    """
    if x.shape[1] == 2 and y.shape[1] == 2:
        raise ValueError("np.cross of rows with two components each: write out the products")


@compilable
def on_diagonal(g: Any, k: int, like: Any) -> Any:
    """Return a matrix of zeros with a vector on a diagonal.

    >>> import numpy as np
    >>> on_diagonal(np.array([1.0, 2.0]), 1, np.zeros((2, 3)))
    array([[0., 1., 0.],
           [0., 0., 2.]])
    """
    result = np.zeros(like.shape, like.dtype)
    for i in range(len(g)):
        result[i + max(-k, 0), i + max(k, 0)] = g[i]
    return result


@compilable
def contracted(x: Any, y: Any) -> Any:
    """Return the sum of the products of the elements of two matrices: np.tensordot(x, y).

    Raises ValueError where their shapes differ.

    >>> import numpy as np
    >>> float(contracted(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])))
    11.0
    """
    rows, columns = x.shape
    others = y.shape
    if others != (rows, columns):
        raise ValueError("the shapes of the matrices differ")
    return np.sum(x * y)
