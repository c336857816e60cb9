"""Elements at some places, or where a condition holds: np.put, np.place, np.lexsort and others."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.table import stands_for


@stands_for("np.put")
def put(a: Any, ind: Any, v: Any) -> None:
    """Write values to some places of a vector, again from the first one if there are few: np.put.

    >>> a = np.zeros(4)
    >>> put(a, np.array([0, 3, 1]), np.array([1.0, 2.0]))
    >>> a
    array([1., 1., 0., 2.])
    """
    if a.ndim != 1 or np.ndim(ind) > 1 or np.ndim(v) > 1:
        raise NotImplementedError("np.put is supported for vectors")
    places = np.atleast_1d(ind)
    if len(a) == 0 and len(places) > 0:
        raise IndexError("cannot replace elements of an empty array")
    values = np.copy(np.atleast_1d(v))  # which may be a part of the array
    if len(values) > 0:
        for k in range(len(places)):
            a[places[k]] = values[k % len(values)]


@stands_for("np.putmask")
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write the values in the places where a condition holds to a vector: np.putmask.

    >>> a = np.array([1.0, 5.0, 6.0])
    >>> putmask(a, a > 2.0, np.array([0.0, 7.0, 8.0]))
    >>> a
    array([1., 7., 8.])
    """
    if a.ndim != 1 or np.ndim(mask) != 1 or np.ndim(values) > 1:
        raise NotImplementedError("np.putmask is supported for vectors")
    if len(mask) != len(a):
        raise ValueError("putmask: mask and data must be the same size")
    own = np.copy(np.atleast_1d(values))  # which may be a part of the array
    if len(own) > 0:
        for k in range(len(a)):
            if mask[k]:
                a[k] = own[k % len(own)]


@stands_for("np.place")
def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write values to where a condition holds, one after the other: np.place.

    >>> a = np.array([1.0, 5.0, 6.0])
    >>> place(a, a > 2.0, np.array([7.0, 8.0]))
    >>> a
    array([1., 7., 8.])
    """
    if arr.ndim != 1 or np.ndim(mask) != 1 or np.ndim(vals) > 1:
        raise NotImplementedError("np.place is supported for vectors")
    if len(mask) != len(arr):
        raise ValueError("place: mask and data must be the same size")
    own = np.copy(np.atleast_1d(vals))  # which may be a part of the array
    if len(own) == 0 and np.any(mask):
        raise ValueError("Cannot insert from an empty array!")
    count = 0
    for k in range(len(arr)):
        if mask[k]:
            arr[k] = own[count % len(own)]
            count += 1


@stands_for("np.resize")
def resize(a: Any, new_shape: Any) -> Any:
    """Return an array of a shape, with the elements again from the first one: np.resize.

    >>> resize(np.array([1.0, 2.0, 3.0]), 5)
    array([1., 2., 3., 1., 2.])
    """
    flat = np.ravel(a)
    if isinstance(new_shape, tuple):
        count = 1
        for length in new_shape:
            count *= length
        if len(flat) == 0:
            return np.zeros(new_shape)
        return flat[np.arange(count) % len(flat)].reshape(new_shape)
    if len(flat) == 0:
        return np.zeros(new_shape)
    return flat[np.arange(new_shape) % len(flat)]


@stands_for("np.add.reduceat")
def reduceat(array: Any, indices: Any) -> Any:
    """Return sums of parts of a vector that begin at some places: np.add.reduceat.

    >>> reduceat(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 1, 3]))
    array([1., 5., 4.])
    """
    if array.ndim != 1 or np.ndim(indices) != 1:
        raise NotImplementedError("`reduceat` is supported for vectors")
    sums = np.empty(len(indices))
    for k in range(len(indices)):
        first = indices[k]
        last = indices[k + 1] if k + 1 < len(indices) else len(array)
        if first < 0 or first >= len(array):
            raise IndexError("index out-of-bounds in add.reduceat")
        total = array[first]
        for j in range(first + 1, last):
            total = total + array[j]
        sums[k] = total
    return sums


@stands_for("np.multiply.accumulate")
def accumulate_product(array: Any) -> Any:
    """Return the products of the first elements of a vector: np.multiply.accumulate.

    >>> accumulate_product(np.array([2.0, 3.0]))
    array([2., 6.])
    """
    if array.ndim != 1:
        raise NotImplementedError("this is supported for vectors only")
    return np.cumprod(array)


@stands_for("np.lexsort")
def lexsort(keys: Any) -> Any:
    """Return the places of elements in the order of several keys, the last one first: np.lexsort.

    >>> lexsort((np.array([2.0, 1.0, 0.0]), np.array([1, 0, 1])))
    array([1, 2, 0])
    """
    order = np.arange(len(keys[0]))
    for key in keys:
        if len(key) != len(order):
            raise ValueError("all keys need to be the same shape")
        order = order[np.argsort(key[order], kind="mergesort")]
    return order


def place_inside(k: Any, count: int) -> Any:
    """Return which of some choices are meant. Raises ValueError for others, as np.choose does.

    >>> place_inside(1, 2)
    1
    """
    if np.any(np.asarray(k) < 0) or np.any(np.asarray(k) >= count):
        raise ValueError("invalid entry in choice array")
    return k


def clipped_place(k: Any, count: int) -> Any:
    """Return which of some choices are meant, the first or the last for others.

    >>> clipped_place(np.array([-1, 1, 5]), 3)
    array([0, 1, 2])
    """
    return np.minimum(np.maximum(k, 0), count - 1)


def wrapped_place(k: Any, count: int) -> Any:
    """Return which of some choices are meant, which begin again after the last one.

    >>> wrapped_place(np.array([-1, 1, 5]), 3)
    array([2, 1, 2])
    """
    return k % count
