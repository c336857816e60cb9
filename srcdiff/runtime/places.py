"""Places in arrays: where the parts begin that an array is split in."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff.runtime.compilable import compilable


@compilable
def section(size: int, count: int, place: int) -> int:
    """Return where a part begins of so many equal parts: np.split.

    Raises ValueError if they cannot be equal.

    >>> section(6, 3, 1)
    2
    """
    if size % count != 0:
        raise ValueError("array split does not result in an equal division")
    return place * (size // count)


@compilable
def about_section(size: int, count: int, place: int) -> int:
    """Return where a part begins of so many parts, the first of which may be longer by one.

    >>> [about_section(7, 3, place) for place in range(3)]
    [0, 3, 5]
    """
    return place * (size // count) + min(place, size % count)


@compilable
def first_places(x: Any, count: int) -> Any:
    """Return the places of different elements in the flat array, in the order of the elements.

    Of equal elements it is the first place; as many as `count` tells, as nan may count once.

    >>> first_places(np.array([3.0, 1.0, 3.0]), 2)
    array([1, 0])
    """
    flat = x.copy().reshape(x.size)
    order = np.argsort(flat, kind="mergesort")
    places = np.empty(count, np.int64)
    k = 0
    for i in range(len(order)):
        if k < count and (i == 0 or flat[order[i]] != flat[order[i - 1]]):
            places[k] = order[i]
            k += 1
    return places
