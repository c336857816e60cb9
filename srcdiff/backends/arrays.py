"""What is asked of arrays before a launch: types, shapes, where they lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba.np.numpy_support import from_dtype

from srcdiff.analyse.types import typeof, types
from srcdiff.errors import AliasedArguments, WrongShape


def is_array(value: Any) -> bool:
    """Tell whether an argument is an array, of NumPy or of a device."""
    return (
        isinstance(value, np.ndarray)
        or hasattr(value, "__cuda_array_interface__")
        or (hasattr(value, "strides") and hasattr(value, "dtype") and bool(np.ndim(value)))
    )


def type_of(value: Any) -> Any:
    """Return Numba's type of an argument of a kernel."""
    if isinstance(value, np.ndarray) or not is_array(value):
        return typeof(value)
    dtype, shape, strides = description(value)
    packed = np.lib.stride_tricks.as_strided(np.empty(0, dtype), shape, strides).flags
    layout = "C" if packed.c_contiguous else "F" if packed.f_contiguous else "A"
    return types.Array(from_dtype(dtype), len(shape), layout)


def description(value: Any) -> tuple[np.dtype[Any], tuple[int, ...], tuple[int, ...]]:
    """Return the dtype, the shape and the strides of an array."""
    found = getattr(value, "__cuda_array_interface__", None)
    if found is None:
        return np.dtype(value.dtype), tuple(value.shape), tuple(value.strides)
    dtype, shape = np.dtype(found["typestr"]), tuple(found["shape"])
    strides = found.get("strides")
    if strides is None:
        strides = tuple(
            dtype.itemsize * int(np.prod(shape[k + 1 :], dtype=int)) for k in range(len(shape))
        )
    return dtype, shape, tuple(strides)


def extent(value: Any) -> tuple[int, int]:
    """Return the first address of an array, and the first one behind it."""
    found = getattr(value, "__cuda_array_interface__", None)
    if found is None:
        found = getattr(value, "_ary", value).__array_interface__
    dtype, shape, strides = description(value)
    begin = found["data"][0]
    if 0 in shape:
        return begin, begin
    spans = [stride * (count - 1) for stride, count in zip(strides, shape, strict=True)]
    first = begin + sum(span for span in spans if span < 0)
    return first, begin + sum(span for span in spans if span > 0) + dtype.itemsize


def check_shapes(own: Mapping[str, Any], shadows: Mapping[str, Any]) -> None:
    """Refuse adjoints that have not the shape of what they belong to."""
    for parameter, shadow in shadows.items():
        value = own[parameter]
        wanted = description(value)[1] if is_array(value) else (1,)
        dtype = description(value)[0] if is_array(value) else np.dtype(str(typeof(value)))
        if description(shadow)[1] != wanted or description(shadow)[0] != dtype:
            raise WrongShape(
                f"the adjoint of `{parameter}` has shape {description(shadow)[1]} and "
                f"{description(shadow)[0]}, not {wanted} and {dtype}",
                advice="pass an array that is like the argument",
            )


def check_apart(own: Mapping[str, Any], shadows: Mapping[str, Any]) -> None:
    """Refuse adjoints that share memory with each other, or with arguments."""
    arrays = {**{n: v for n, v in own.items() if is_array(v)}}
    arrays |= {f"d_{n}": v for n, v in shadows.items()}
    found = {n: extent(v) for n, v in arrays.items()}
    for parameter in shadows:
        first = found[f"d_{parameter}"]
        for other, second in found.items():
            apart = first[1] <= second[0] or second[1] <= first[0]
            if other != f"d_{parameter}" and not apart:
                raise AliasedArguments(
                    f"`d_{parameter}` and `{other}` share memory", advice="pass a copy of one"
                )
