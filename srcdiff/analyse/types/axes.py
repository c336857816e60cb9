"""Arrays with their axes in another order, by code that Numba compiles in little time.

Numba's own code for them sorts, and makes sets: in each process that takes seconds to compile.
Here only the shape and the strides get another order. Compiled derivatives, and what looks for
their types, take these functions where `AXES` has them for those of NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numba.core import types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import overload, register_jitable
from numba.np.arrayobj import reshape_unchecked

OUTSIDE = "the array has no such axis"


def moved_axis(a: Any, source: int, destination: int) -> Any:
    """Return an array with one axis at another place: np.moveaxis.

    >>> moved_axis(np.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    return np.moveaxis(a, source, destination)


@overload(moved_axis)  # type: ignore[untyped-decorator]
def compiled_move(a: Any, source: Any, destination: Any) -> Any:
    """Return what Numba compiles for a type, and nothing for several axes."""
    if not is_array(a) or not all(isinstance(k, types.Integer) for k in (source, destination)):
        return None

    def moved(a: Any, source: Any, destination: Any) -> Any:
        first, last = counted_axis(source, a.ndim), counted_axis(destination, a.ndim)
        shape, strides = a.shape, a.strides
        step = 1 if first < last else -1
        for k in range(first, last, step):
            shape = tuple_setitem(shape, k, a.shape[k + step])
            strides = tuple_setitem(strides, k, a.strides[k + step])
        shape = tuple_setitem(shape, last, a.shape[first])
        strides = tuple_setitem(strides, last, a.strides[first])
        return reshape_unchecked(a, shape, strides)

    return moved


def swapped_axes(a: Any, axis1: int, axis2: int) -> Any:
    """Return an array with two of its axes exchanged: np.swapaxes.

    >>> swapped_axes(np.ones((2, 3, 4)), 0, -1).shape
    (4, 3, 2)
    """
    return np.swapaxes(a, axis1, axis2)


@overload(swapped_axes)  # type: ignore[untyped-decorator]
def compiled_swap(a: Any, axis1: Any, axis2: Any) -> Any:
    """Return what Numba compiles for a type."""
    if not is_array(a) or not all(isinstance(k, types.Integer) for k in (axis1, axis2)):
        return None

    def swapped(a: Any, axis1: Any, axis2: Any) -> Any:
        first, second = counted_axis(axis1, a.ndim), counted_axis(axis2, a.ndim)
        shape = tuple_setitem(a.shape, first, a.shape[second])
        strides = tuple_setitem(a.strides, first, a.strides[second])
        shape = tuple_setitem(shape, second, a.shape[first])
        return reshape_unchecked(a, shape, tuple_setitem(strides, second, a.strides[first]))

    return swapped


def turned_axes(a: Any, axes: tuple[int, ...]) -> Any:
    """Return an array with its axes in another order: np.transpose.

    >>> turned_axes(np.ones((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    return np.transpose(a, axes)


@overload(turned_axes)  # type: ignore[untyped-decorator]
def compiled_turn(a: Any, axes: Any) -> Any:
    """Return what Numba compiles for a type."""
    are_numbers = isinstance(axes, types.UniTuple)  # type: ignore[attr-defined]
    if not are_numbers or not isinstance(axes.dtype, types.Integer):
        return None
    if not is_array(a) or len(axes) != a.ndim:
        return None

    def turned(a: Any, axes: Any) -> Any:
        shape, strides = a.shape, a.strides
        for k in range(a.ndim):
            axis = counted_axis(axes[k], a.ndim)
            for j in range(k):
                if counted_axis(axes[j], a.ndim) == axis:
                    raise ValueError("an axis is repeated")
            shape = tuple_setitem(shape, k, a.shape[axis])
            strides = tuple_setitem(strides, k, a.strides[axis])
        return reshape_unchecked(a, shape, strides)

    return turned


@register_jitable  # type: ignore[untyped-decorator]
def counted_axis(axis: int, ndim: int) -> int:
    """Return the number of an axis, counted from the first one.

    >>> counted_axis(-1, 3)
    2
    """
    counted = axis + ndim if axis < 0 else axis
    if counted < 0 or counted >= ndim:
        raise ValueError(OUTSIDE)
    return counted


def is_array(kind: Any) -> bool:
    """Return True for the type of an array with axes."""
    return isinstance(kind, types.Array) and kind.ndim > 0


AXES: Mapping[Callable[..., Any], Callable[..., Any]] = MappingProxyType(
    {np.moveaxis: moved_axis, np.swapaxes: swapped_axes, np.transpose: turned_axes}
)
