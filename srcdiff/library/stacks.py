"""Products and linear algebra of stacks of matrices, which Numba has for single ones."""

from __future__ import annotations

from typing import Any

import numpy as np


def products(a: Any, b: Any) -> Any:
    """Return the products of the matrices in stacks, or of a stack and one matrix or vector.

    >>> products(np.ones((2, 1, 3)), np.ones((3, 1)))[:, 0, 0]
    array([3., 3.])
    """
    first, second = np.ascontiguousarray(a), np.ascontiguousarray(b)
    if a.ndim == 1:
        rows = np.empty((len(b), b.shape[2]), a.dtype)
        for k in range(len(b)):
            rows[k] = np.dot(first, second[k])
        return rows
    if b.ndim == 1:
        rows = np.empty((len(a), a.shape[1]), a.dtype)
        for k in range(len(a)):
            rows[k] = np.dot(first[k], second)
        return rows
    result = np.empty((count_of(a, b), a.shape[-2], b.shape[-1]), a.dtype)
    for k in range(len(result)):
        if a.ndim == 2:
            result[k] = np.dot(first, second[k])
        elif b.ndim == 2:
            result[k] = np.dot(first[k], second)
        else:
            result[k] = np.dot(first[member(a, k)], second[member(b, k)])
    return result


def solutions(a: Any, b: Any) -> Any:
    """Return the solutions for the matrices in a stack: np.linalg.solve.

    >>> solutions(np.array([[[2.0]], [[4.0]]]), np.array([[1.0, 2.0]]))[:, 0]
    array([[0.5 , 1.  ],
           [0.25, 0.5 ]])
    """
    first, second = np.ascontiguousarray(a), np.ascontiguousarray(b)
    if b.ndim == 1:
        vectors = np.empty((len(a), a.shape[1]), a.dtype)
        for k in range(len(a)):
            vectors[k] = np.linalg.solve(first[k], second)
        return vectors
    result = np.empty((count_of(a, b), b.shape[-2], b.shape[-1]), a.dtype)
    for k in range(len(result)):
        if a.ndim == 2:
            result[k] = np.linalg.solve(first, second[k])
        elif b.ndim == 2:
            result[k] = np.linalg.solve(first[k], second)
        else:
            result[k] = np.linalg.solve(first[member(a, k)], second[member(b, k)])
    return result


def count_of(a: Any, b: Any) -> Any:
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


def member(stack: Any, k: int) -> int:
    """Return the place of a matrix in a stack; if there is only one, that of this one."""
    return k if len(stack) > 1 else 0
