"""Products and linear algebra of stacks of matrices, which Numba has for single ones."""

from __future__ import annotations

from typing import Any

import numpy as np


def product(a: Any, b: Any) -> Any:
    """Return the products of the matrices in stacks, or of a stack and one matrix: `a @ b`.

    >>> product(np.ones((2, 1, 3)), np.ones((3, 1)))[:, 0, 0]
    array([3., 3.])
    """
    if a.ndim == 1:
        return product_of_rows(a, b)
    if b.ndim == 1:
        return product_with_vector(a, b)
    count = common_count(a, b)
    first, second = np.ascontiguousarray(a), np.ascontiguousarray(b)
    result = np.empty((count, a.shape[-2], b.shape[-1]), a.dtype)
    for k in range(count):
        result[k] = np.dot(member(first, k), member(second, k))
    return result


def product_with_vector(a: Any, b: Any) -> Any:
    """Return the products of the matrices in a stack and one vector."""
    matrices = np.ascontiguousarray(a)
    result = np.empty((len(a), a.shape[1]), a.dtype)
    for k in range(len(a)):
        result[k] = np.dot(matrices[k], b)
    return result


def product_of_rows(a: Any, b: Any) -> Any:
    """Return the products of one vector and the matrices in a stack."""
    matrices = np.ascontiguousarray(b)
    result = np.empty((len(b), b.shape[2]), a.dtype)
    for k in range(len(b)):
        result[k] = np.dot(a, matrices[k])
    return result


def common_count(a: Any, b: Any) -> Any:
    """Return how many matrices there are; one that stands alone is repeated.

    Raises ValueError where two stacks have not as many.
    """
    if a.ndim == 2:
        return len(b)
    if b.ndim == 2:
        return len(a)
    if len(a) != len(b) and len(a) != 1 and len(b) != 1:
        raise ValueError("there are not as many matrices in one stack as in the other")
    return len(b) if len(a) == 1 else len(a)


def member(stack: Any, k: int) -> Any:
    """Return a matrix of a stack; of one that has one only, that."""
    if stack.ndim == 2:
        return stack
    return stack[k if len(stack) > 1 else 0]


def solve(a: Any, b: Any) -> Any:
    """Return the solutions for the matrices in a stack: np.linalg.solve.

    >>> solve(np.array([[[2.0]], [[4.0]]]), np.array([[1.0, 2.0]]))[:, 0]
    array([[0.5 , 1.  ],
           [0.25, 0.5 ]])
    """
    if b.ndim == 1:
        matrices = np.ascontiguousarray(a)
        vectors = np.empty((len(a), a.shape[1]), a.dtype)
        for k in range(len(a)):
            vectors[k] = np.linalg.solve(matrices[k], b)
        return vectors
    count = common_count(a, b)
    first, second = np.ascontiguousarray(a), np.ascontiguousarray(b)
    result = np.empty((count, b.shape[-2], b.shape[-1]), a.dtype)
    for k in range(count):
        result[k] = np.linalg.solve(member(first, k), member(second, k))
    return result


def inv(a: Any) -> Any:
    """Return the inverses of the matrices in a stack: np.linalg.inv.

    >>> inv(np.array([[[2.0]], [[4.0]]]))[:, 0, 0]
    array([0.5 , 0.25])
    """
    matrices = np.ascontiguousarray(a)
    result = np.empty_like(matrices)
    for k in range(len(a)):
        result[k] = np.linalg.inv(matrices[k])
    return result


def det(a: Any) -> Any:
    """Return the determinants of the matrices in a stack: np.linalg.det.

    >>> det(np.array([[[2.0]], [[4.0]]]))
    array([2., 4.])
    """
    matrices = np.ascontiguousarray(a)
    result = np.empty(len(a), a.dtype)
    for k in range(len(a)):
        result[k] = np.linalg.det(matrices[k])
    return result
