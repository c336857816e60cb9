"""What is asked of arrays before a launch: types, shapes, where they lie."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numba.np.numpy_support import from_dtype

from srcdiff.analyse.types.types import typeof, types
from srcdiff.errors import AliasedArguments, WrongShape
from srcdiff.front.array_kinds import check_kind


def is_array(value: Any) -> bool:
    """Return True if an argument is an array, of NumPy or of a device."""
    return (
        isinstance(value, np.ndarray)
        or hasattr(value, "__cuda_array_interface__")
        or (hasattr(value, "strides") and hasattr(value, "dtype") and bool(np.ndim(value)))
    )


class Described(NamedTuple):
    """The dtype, the shape and the strides of an array, and the address of its first element."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    address: int

    @property
    def span(self) -> tuple[int, int]:
        """Return where the array begins and ends, from the address of its first element.

        >>> Described(np.dtype(np.float32), (3, 4), (-16, 4), 0).span
        (-32, 16)
        """
        if 0 in self.shape:
            return 0, 0
        ways = [by * (count - 1) for by, count in zip(self.strides, self.shape, strict=True)]
        last = sum(way for way in ways if way > 0) + self.dtype.itemsize
        return sum(way for way in ways if way < 0), last


def described(value: Any) -> Described:
    """Return what there is to know of an array, of NumPy or of a device."""
    pointer = getattr(value, "device_ctypes_pointer", None)
    if pointer is not None:  # an array of Numba, which makes its interface anew each time
        return Described(value.dtype, value.shape, value.strides, pointer.value or 0)
    found = getattr(value, "__cuda_array_interface__", None)
    if found is None:
        own = getattr(value, "_ary", value).__array_interface__
        return Described(value.dtype, tuple(value.shape), tuple(value.strides), own["data"][0])
    dtype, shape = np.dtype(found["typestr"]), tuple(found["shape"])
    strides = found.get("strides")
    if strides is None:
        sizes = [math.prod(shape[k + 1 :]) for k in range(len(shape))]
        strides = tuple(dtype.itemsize * size for size in sizes)
    return Described(dtype, shape, tuple(strides), found["data"][0])


def type_of(value: Any) -> Any:
    """Return Numba's type of an argument of a kernel."""
    if isinstance(value, np.ndarray) or not is_array(value):
        return typeof(value)
    dtype, shape, strides, _ = described(value)
    packed = np.lib.stride_tricks.as_strided(np.empty(0, dtype), shape, strides).flags
    layout = "C" if packed.c_contiguous else "F" if packed.f_contiguous else "A"
    return types.Array(from_dtype(dtype), len(shape), layout)


def signature(value: Any) -> Hashable | None:
    """Return what a launch depends on of an argument: not on addresses, nor on values of reals.

    None for an argument that it may depend on as a whole. Raises WrongCall for masked arrays,
    matrices, and quantities with units.

    >>> signature(3), signature(0.5), signature((1, 2))
    ((<class 'int'>, 3), (<class 'float'>, None), None)
    """
    check_kind("an argument", value)
    if is_array(value):
        found = described(value)[:3]
        return (typeof(value), *found) if isinstance(value, np.ndarray) else found
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return type(value), value
    return (type(value), None) if isinstance(value, (float, np.floating)) else None


def check_shapes(own: Mapping[str, Any], shadows: Mapping[str, Any]) -> None:
    """Refuse adjoints that have not the shape of what they belong to."""
    for parameter, shadow in shadows.items():
        value = own[parameter]
        wanted = described(value).shape if is_array(value) else (1,)
        dtype = described(value).dtype if is_array(value) else np.dtype(str(typeof(value)))
        found = described(shadow)
        if found.shape != wanted or found.dtype != dtype:
            raise WrongShape(
                f"the adjoint of `{parameter}` has shape {found.shape} and {found.dtype}, "
                f"not {wanted} and {dtype}",
                advice="pass an array that is like the argument",
            )


def check_apart(own: Mapping[str, Any], shadows: Mapping[str, Any]) -> None:
    """Refuse adjoints that share memory with each other, or with arguments."""
    arrays = {n: described(v) for n, v in own.items() if is_array(v)}
    arrays |= {f"d_{n}": described(v) for n, v in shadows.items()}
    found = {n: (v.address + v.span[0], v.address + v.span[1]) for n, v in arrays.items()}
    check_extents(found, [f"d_{n}" for n in shadows])


def check_extents(found: Mapping[str, tuple[int, int]], shadows: Iterable[str]) -> None:
    """Refuse adjoints that share memory: `found` has where arrays begin and end.

    >>> check_extents({"x": (0, 8), "d_x": (8, 16)}, ["d_x"])
    >>> check_extents({"x": (0, 8), "d_x": (4, 12)}, ["d_x"])
    Traceback (most recent call last):
        ...
    srcdiff.AliasedArguments: `d_x` and `x` share memory
      = pass a copy of one
    """
    for shadow in shadows:
        begin, end = found[shadow]
        for other, (first, last) in found.items():
            if first < end and begin < last and other != shadow:
                raise AliasedArguments(
                    f"`{shadow}` and `{other}` share memory", advice="pass a copy of one"
                )
