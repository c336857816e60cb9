"""The methods of NumPy's functions of numbers: `np.add.reduce` and the like."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.maximum.accumulate")
def accumulate_largest(array: Any) -> Any:
    """Return the largest of the first elements of a vector: np.maximum.accumulate.

    >>> accumulate_largest(np.array([1.0, 3.0, 2.0]))
    array([1., 3., 3.])
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    result = np.empty(len(array), array.dtype)
    for i in range(len(array)):
        if i == 0:
            result[i] = array[i]
        else:
            result[i] = np.maximum(result[i - 1], array[i])  # nan stays
    return result


@stands_for("np.minimum.accumulate")
def accumulate_smallest(array: Any) -> Any:
    """Return the smallest of the first elements of a vector: np.minimum.accumulate.

    >>> accumulate_smallest(np.array([3.0, 1.0, 2.0]))
    array([3., 1., 1.])
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    result = np.empty(len(array), array.dtype)
    for i in range(len(array)):
        if i == 0:
            result[i] = array[i]
        else:
            result[i] = np.minimum(result[i - 1], array[i])  # nan stays
    return result


@stands_for("np.add.reduce")
def reduce_sum(array: Any, axis: int = 0) -> Any:
    """Return sums along the first axis, or another: np.add.reduce.

    >>> float(reduce_sum(np.array([1.0, 2.0])))
    3.0
    """
    return np.sum(array) if array.ndim == 1 else np.sum(array, axis)


@stands_for("np.multiply.reduce")
def reduce_product(array: Any) -> Any:
    """Return the product of a vector: np.multiply.reduce.

    >>> float(reduce_product(np.array([3.0, 2.0])))
    6.0
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    return np.prod(array)


@stands_for("np.maximum.reduce")
def reduce_largest(array: Any) -> Any:
    """Return the largest element of a vector: np.maximum.reduce.

    >>> float(reduce_largest(np.array([3.0, 2.0])))
    3.0
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    return np.max(array)


@stands_for("np.minimum.reduce")
def reduce_smallest(array: Any) -> Any:
    """Return the smallest element of a vector: np.minimum.reduce.

    >>> float(reduce_smallest(np.array([3.0, 2.0])))
    2.0
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    return np.min(array)


@stands_for("np.add.accumulate")
def accumulate_sum(array: Any) -> Any:
    """Return the sums of the first elements of a vector: np.add.accumulate.

    >>> accumulate_sum(np.array([1.0, 2.0]))
    array([1., 3.])
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    return np.cumsum(array)


@stands_for("np.add.outer")
def outer_sum(a: Any, b: Any) -> Any:
    """Return the sums of each element of one vector and each of another: np.add.outer.

    >>> outer_sum(np.array([1.0, 2.0]), np.array([0.0, 5.0]))
    array([[1., 6.],
           [2., 7.]])
    """
    if np.ndim(a) != 1 or np.ndim(b) != 1:
        raise NotImplementedError("`outer` is supported for vectors only")
    return np.reshape(a, (len(a), 1)) + b


@stands_for("np.subtract.outer")
def outer_difference(a: Any, b: Any) -> Any:
    """Return the differences of each element of one vector and each of another.

    >>> outer_difference(np.array([1.0, 2.0]), np.array([0.0, 5.0]))
    array([[ 1., -4.],
           [ 2., -3.]])
    """
    if np.ndim(a) != 1 or np.ndim(b) != 1:
        raise NotImplementedError("`outer` is supported for vectors only")
    return np.reshape(a, (len(a), 1)) - b


@stands_for("np.multiply.outer")
def outer_product(a: Any, b: Any) -> Any:
    """Return the products of each element of one vector and each of another.

    >>> outer_product(np.array([1.0, 2.0]), np.array([0.0, 5.0]))
    array([[ 0.,  5.],
           [ 0., 10.]])
    """
    if np.ndim(a) != 1 or np.ndim(b) != 1:
        raise NotImplementedError("`outer` is supported for vectors only")
    return np.outer(a, b)
