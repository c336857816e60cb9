"""The kinds of numbers that NumPy computes with."""

from __future__ import annotations

from typing import Any

import numpy as np


def floating(a: Any) -> Any:
    """Return an array as one of floating-point numbers, as NumPy computes with integers.

    >>> floating(np.array([1, 2], np.int8)), floating(np.array([1.0], np.float32)).dtype
    (array([1., 2.]), dtype('float32'))
    """
    if a.dtype.kind in "biu":
        return a.astype(np.float64)
    return a


def double(a: Any) -> Any:
    """Return a number as it is, an array of real numbers as one of float64."""
    if np.ndim(a) == 0 or np.iscomplexobj(a):
        return a
    return np.asarray(a, np.float64)


def widened(a: Any) -> Any:
    """Return an array of numbers as wide as those of Python.

    >>> widened(np.array([100], np.int8)) * 2, widened(np.zeros(1, np.float32)).dtype
    (array([200]), dtype('float64'))
    """
    if a.dtype.kind in "iu":
        return a.astype(np.int64)
    if a.dtype == np.float32:
        return a.astype(np.float64)
    if a.dtype == np.complex64:
        return a.astype(np.complex128)
    return a
