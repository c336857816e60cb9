"""Compile and launch generated kernels: the only file that knows the `cuda` module.

That is `numba.cuda`, as a user has it: of the package numba-cuda, or the simulator of Numba. What
takes its place some day only has to be named here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numba.extending
import numpy as np
from numba import config, cuda
from numba.cuda.cudadrv import driver

try:
    from numba.cuda.extending import overload
except ImportError:  # in Numba itself, and in its simulator
    overload = partial(numba.extending.overload, target="cuda")

from srcdiff.analyse.types.types import types
from srcdiff.backends.arrays import described, type_of
from srcdiff.errors import WrongCall, WrongShape

MODULE = "numba.cuda"  # what generated modules import, and what kernels call by some name


def python_function(kernel: Any) -> Any:
    """Return the Python function of a kernel, compiled or not."""
    found = getattr(kernel, "py_func", None) or getattr(kernel, "fn", None)
    return kernel if found is None else found


def in_kernels(called: Any, chosen: Callable[..., Any]) -> None:
    """Have kernels call, instead of `called`, what `chosen` returns for types of arguments."""
    # functions without annotations, as Numba compares the signatures of both
    overload(called)(lambda *given: calling(chosen(tuple(map(types.unliteral, given)))))


def calling(device: Any) -> Callable[..., Any]:
    """Return the function that calls a device function."""
    return lambda *given: device(*given)


def simulated(device: Any, arguments: Sequence[Any]) -> Any:
    """Call a device function in a thread of the simulator.

    The simulator gives a module what its kernel sees as `cuda`, and takes it away when the first
    thread is ready; here it stays. Raises WrongCall without the simulator, and outside kernels.
    """
    simulator = sys.modules.get("numba.cuda.simulator.kernel")
    seen = simulator._get_kernel_context() if config.ENABLE_CUDASIM and simulator else None
    if seen is None:
        raise WrongCall(
            'a derivative with the target "cuda" is called in kernels only',
            advice='to try it elsewhere, use the target "python"',
        )
    device.fn.__globals__["cuda"] = seen
    return device.fn(*arguments)


@cuda.jit
def add_parts(parts, total):  # type: ignore[no-untyped-def]  # read by Numba
    """Add the elements of an array to that of another one, by one block."""
    t = cuda.threadIdx.x
    part = parts[t]
    for k in range(t + cuda.blockDim.x, parts.size, cuda.blockDim.x):
        part += parts[k]
    cuda.atomic.add(total, 0, part)


def compiled(kernel: Any) -> Any:
    """Return a kernel for launches."""
    return cuda.jit(kernel)


def device_in_use() -> int:
    """Return the number of the device that launches go to."""
    # of its context, as Numba's own simulator has no get_current_device; it has one device only,
    # without a number
    return getattr(cuda.current_context().device, "id", 0)


def copy_of(array: Any) -> Any:
    """Return a copy of an array on the device."""
    if isinstance(array, np.ndarray):
        return cuda.to_device(np.ascontiguousarray(array))
    dtype, shape, *_ = described(array)
    new = cuda.device_array(shape, dtype)
    new.copy_to_device(on_device(array))
    return new


def on_host(array: Any) -> Any:
    """Return an array of NumPy with the elements of one that may be on the device."""
    return array if isinstance(array, np.ndarray) else on_device(array).copy_to_host()


def check_decided(taken: Any) -> None:
    """Tell of elements that an atomic operation has changed, and that no thread has asked for.

    The adjoint has then computed another value for it than the kernel; raises ArithmeticError.
    """
    if not np.all(on_host(taken)):
        raise ArithmeticError(
            "a value of an atomic maximum or minimum is found in no thread: it is not a number, or "
            "the adjoint has computed it with other last digits than the kernel. Take the maximum "
            "of values that another kernel has stored; begin with adjoints as they were"
        )


def on_device(value: Any) -> Any:
    """Return an array on the device: a copy of one of NumPy, any other as it is."""
    if isinstance(value, np.ndarray):
        return cuda.to_device(np.ascontiguousarray(value))
    is_own = hasattr(value, "copy_to_host") or not hasattr(value, "__cuda_array_interface__")
    return value if is_own else cuda.as_cuda_array(value)


def room_on_device(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """Return a new array on the device."""
    return cuda.device_array(shape, dtype)


def flat(value: Any) -> Any:
    """Return an array on the device with one dimension.

    Raises WrongShape for one that has gaps.
    """
    shape = described(value).shape
    if len(shape) == 1:
        return value
    if type_of(value).layout != "C":
        raise WrongShape(
            f"an array on the device of shape {shape} does not lie in one piece",
            advice="pass a copy in the order of C",
        )
    return value.reshape(int(np.prod(shape, dtype=int)))


def clear(array: Any, stream: Any) -> None:
    """Set all elements of an array to zero, in its turn on a stream."""
    if isinstance(array, np.ndarray) or not hasattr(array, "__cuda_array_interface__"):
        array[:] = 0  # of NumPy, or of the simulator
        return
    whole = on_device(array)
    if type_of(array).layout == "A":
        whole.setitem(slice(None), 0, stream)
    elif whole.size:
        driver.device_memset(whole, 0, whole.size * whole.dtype.itemsize, stream)
