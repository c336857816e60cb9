"""Arrays with their axes in another order, by code that Numba compiles in little time.

Numba's own code for them sorts, and makes sets: in each process that takes seconds to compile.
Here only the shape and the strides get another order. Compiled derivatives, and what looks for
their types, take these functions where `AXES` has them for those of NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """Return what Numba compiles for types of `is_quick`."""

    def moved(a: Any, source: Any, destination: Any) -> Any:
        first, last = counted_axis(source, a.ndim), counted_axis(destination, a.ndim)
        axes, step = own_axes(a), 1 if first < last else -1
        for k in range(first, last, step):
            axes = tuple_setitem(axes, k, k + step)
        return in_order(a, tuple_setitem(axes, last, first))

    return moved


def swapped_axes(a: Any, axis1: int, axis2: int) -> Any:
    """Return an array with two of its axes exchanged: np.swapaxes.

    >>> swapped_axes(np.ones((2, 3, 4)), 0, -1).shape
    (4, 3, 2)
    """
    return np.swapaxes(a, axis1, axis2)


@overload(swapped_axes)  # type: ignore[untyped-decorator]
def compiled_swap(a: Any, axis1: Any, axis2: Any) -> Any:
    """Return what Numba compiles for types of `is_quick`."""

    def swapped(a: Any, axis1: Any, axis2: Any) -> Any:
        first, second = counted_axis(axis1, a.ndim), counted_axis(axis2, a.ndim)
        axes = tuple_setitem(own_axes(a), first, second)
        return in_order(a, tuple_setitem(axes, second, first))

    return swapped


def turned_axes(a: Any, axes: tuple[int, ...]) -> Any:
    """Return an array with its axes in another order: np.transpose.

    >>> turned_axes(np.ones((2, 3, 4)), (2, 0, 1)).shape
    (4, 2, 3)
    """
    return np.transpose(a, axes)


@overload(turned_axes)  # type: ignore[untyped-decorator]
def compiled_turn(a: Any, axes: Any) -> Any:
    """Return what Numba compiles for types of `is_quick`."""

    def turned(a: Any, axes: Any) -> Any:
        order = a.shape
        for k in range(a.ndim):
            order = tuple_setitem(order, k, counted_axis(axes[k], a.ndim))
            for j in range(k):
                if order[j] == order[k]:
                    raise ValueError("an axis is repeated")
        return in_order(a, order)

    return turned


@register_jitable  # type: ignore[untyped-decorator]
def in_order(a: Any, axes: Any) -> Any:
    """Return the view of an array with its axes in another order; only for compiled code."""
    shape, strides = a.shape, a.strides
    for k in range(a.ndim):
        shape = tuple_setitem(shape, k, a.shape[axes[k]])
        strides = tuple_setitem(strides, k, a.strides[axes[k]])
    return reshape_unchecked(a, shape, strides)


@register_jitable  # type: ignore[untyped-decorator]
def own_axes(a: Any) -> Any:
    """Return the numbers of the axes of an array; only for compiled code."""
    axes = a.shape
    for k in range(a.ndim):
        axes = tuple_setitem(axes, k, k)
    return axes


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


@register_jitable  # type: ignore[untyped-decorator]
def check_axis(a: Any, axis: int) -> None:
    """Raise AxisError for an axis that an array does not have: Numba's check without its text.

    The numbers in that take more than a second to compile, in each process.

    >>> check_axis(np.ones((2, 3)), -2)
    """
    if axis < -a.ndim or axis >= a.ndim:
        raise np.exceptions.AxisError(OUTSIDE)


def is_axis_of_array(given: Sequence[Any]) -> bool:
    """Return True for an array, and one of its axes as an integer."""
    is_pair = len(given) == 2 and isinstance(given[0], types.Array)
    return is_pair and isinstance(given[1], types.Integer)


def is_quick(given: Sequence[Any]) -> bool:
    """Return True if the functions of `AXES` take arguments: an array, and its axes as integers.

    >>> a, k = types.float64[:, :, :], types.int64
    >>> [is_quick(given) for given in ((a, k, k), (a, types.UniTuple(k, 3)), (a,), (k, k, k))]
    [True, True, False, False]
    """
    array, *axes = given
    if not isinstance(array, types.Array) or not array.ndim or not axes:
        return False
    if len(axes) > 1:
        return all(isinstance(axis, types.Integer) for axis in axes)
    order = axes[0]
    is_order = isinstance(order, types.UniTuple)  # type: ignore[attr-defined]
    return is_order and len(order) == array.ndim and isinstance(order.dtype, types.Integer)


AXES: Mapping[Callable[..., Any], Callable[..., Any]] = MappingProxyType(
    {np.moveaxis: moved_axis, np.swapaxes: swapped_axes, np.transpose: turned_axes}
)
