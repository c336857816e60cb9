"""Elements of arrays as one sequence in the order of rows: `.flat`, read and written."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.library.places import digits


def get_flat(a: Any, index: Any) -> Any:
    """Return elements that are counted in rows: `a.flat[index]`.

    >>> float(get_flat(np.eye(2), -1)), get_flat(np.eye(2), np.array([0, 1]))
    (1.0, array([1., 0.]))
    """
    if np.ndim(index) > 1:
        raise NotImplementedError("`.flat` takes one place, or a vector of places")
    if np.ndim(index) == 0:
        return get_one(a, inside(index, a.size))
    places = np.arange(a.size)[index]  # also where a mask is given
    result = np.empty(len(places), a.dtype)
    for k in range(len(places)):
        result[k] = get_one(a, places[k])
    return result


def get_one(a: Any, place: int) -> Any:
    """Return one element."""
    if a.ndim == 1:
        return a[place]
    if a.ndim == 2:
        return a[place // a.shape[1], place % a.shape[1]]
    return a[digits(place, a.shape)]


def inside(index: int, size: int) -> int:
    """Return the place of an element that may be counted from the end."""
    if index < -size or index >= size:
        raise IndexError("index is out of bounds")
    return index + size if index < 0 else index


def put_flat(a: Any, index: Any, values: Any) -> None:
    """Write to elements that are counted in rows: `a.flat[index] = values`.

    Values are taken again from the first one if they are few, and left out if they are many.

    >>> a = np.zeros((2, 2))
    >>> put_flat(a, -1, 5.0)
    >>> put_flat(a, np.array([0, 1]), np.array([1.0, 2.0, 3.0]))
    >>> a
    array([[1., 2.],
           [0., 5.]])
    """
    if np.ndim(index) > 1:
        raise NotImplementedError("`.flat` takes one place, or a vector of places")
    if np.ndim(index) == 0:
        put_one(a, inside(index, a.size), values)
    else:
        places = np.arange(a.size)[index]  # also where a mask is given
        own = np.ravel(np.copy(np.atleast_1d(values)))  # which may be a part of the array
        if len(own) == 0 and len(places) > 0:
            raise ValueError("Error setting single item of array.")
        for k in range(len(places)):
            put_one(a, places[k], own[k % len(own)])


def put_one(a: Any, place: int, value: Any) -> None:
    """Write to one element."""
    if a.ndim == 1:
        a[place] = value
    elif a.ndim == 2:
        a[place // a.shape[1], place % a.shape[1]] = value
    else:
        a[digits(place, a.shape)] = value
