"""Places in sequences of numbers in rising order: the functions of `bisect`."""

from __future__ import annotations

from typing import Any


def bisect_left(a: Any, x: Any, lo: int = 0, hi: int = -1) -> int:
    """Return the place in front of all elements that are at least x.

    It stands for bisect.bisect_left.

    >>> bisect_left([1.0, 2.0, 2.0], 2.0), bisect_left([1.0], 0.5), bisect_left([], 1.0)
    (1, 0, 0)
    """
    first = lo
    last = len(a) if hi == -1 else hi
    while first < last:
        middle = (first + last) // 2
        if a[middle] < x:
            first = middle + 1
        else:
            last = middle
    return first


def bisect_right(a: Any, x: Any, lo: int = 0, hi: int = -1) -> int:
    """Return the place behind all elements that are at most x.

    It stands for bisect.bisect_right, and bisect.bisect.

    >>> bisect_right([1.0, 2.0, 2.0], 2.0), bisect_right([1.0], 0.5), bisect_right([], 1.0)
    (3, 0, 0)
    """
    first = lo
    last = len(a) if hi == -1 else hi
    while first < last:
        middle = (first + last) // 2
        if x < a[middle]:
            last = middle
        else:
            first = middle + 1
    return first
