"""Numbers that arrays stand beside, or that stand for arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numba.extending import overload


def scalar(x: Any) -> Any:
    """Return a number, and 1.0 for an array.

    >>> scalar(0.0), scalar(np.zeros(3))
    (0.0, 1.0)
    """
    return 1.0 if isinstance(x, np.ndarray) else x


@overload(scalar)  # type: ignore[untyped-decorator]
def compiled(x: Any) -> Any:
    """Return what Numba compiles for a type."""

    def number(x: Any) -> Any:
        return x

    def one(x: Any) -> Any:
        return 1.0

    return one if isinstance(x, types.Array) else number


def held(shape: Any, x: Any, dtype: Any) -> Any:
    """Return an array of one element that holds a number; an array itself.

    >>> held((1, 1), 0.5, np.float64), held((1,), np.zeros(3), np.float64)
    (array([[0.5]]), array([0., 0., 0.]))
    """
    return x if isinstance(x, np.ndarray) else np.full(shape, x, dtype)


@overload(held)  # type: ignore[untyped-decorator]
def compiled_held(shape: Any, x: Any, dtype: Any) -> Any:
    """Return what Numba compiles for a type."""

    def array(shape: Any, x: Any, dtype: Any) -> Any:
        return x

    def number(shape: Any, x: Any, dtype: Any) -> Any:
        return np.full(shape, x, dtype)

    return array if isinstance(x, types.Array) else number


def without_dimensions(x: Any) -> Any:
    """Return a number that stands for the array without dimensions that NumPy makes of it.

    >>> without_dimensions(0.5)
    0.5
    """
    return x


@overload(without_dimensions)  # type: ignore[untyped-decorator]
def same(x: Any) -> Any:
    """Return what Numba compiles for a type."""

    def number(x: Any) -> Any:
        return x

    return number
