"""Compile and launch generated kernels: the only file that knows the `cuda` module.

That is `numba.cuda`, as a user has it: of the package numba-cuda, or the simulator of Numba. What
takes its place some day only has to be named here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numba import cuda
from numba.np.numpy_support import from_dtype

from srcdiff import store
from srcdiff.analyse.types import typeof, types
from srcdiff.backends.launch import Launch, Sizes, covers, value_of
from srcdiff.errors import AliasedArguments, WrongCall, WrongShape
from srcdiff.kernels.intrinsics import axes_in
from srcdiff.kernels.module import WrittenKernel, write
from srcdiff.kernels.places import check_launch
from srcdiff.kernels.report import KernelReport
from srcdiff.kernels.request import KernelRequest
from srcdiff.syntax import adjoint

MODULE = "numba.cuda"  # what generated modules import, and what kernels call by some name


def python_function(kernel: Any) -> Any:
    """Return the Python function of a kernel, compiled or not."""
    found = getattr(kernel, "py_func", None) or getattr(kernel, "fn", None)
    return kernel if found is None else found


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


class KernelAdjoint:
    """The adjoint of a kernel: `adjoint[grid, block](x, d_x, y, d_y, n)`."""

    def __init__(self, kernel: Any, asked: KernelRequest) -> None:
        self.kernel = kernel
        self.function = python_function(kernel)
        self.asked = asked
        self.modules: dict[Any, tuple[WrittenKernel, ModuleType]] = {}
        self.latest: WrittenKernel | None = None

    def __getitem__(self, config: Any) -> Any:
        """Return the adjoint for a grid and blocks, as kernels of Numba do."""
        launch = Launch.of(config)
        return lambda *arguments: self.run(launch, arguments)

    def run(self, launch: Launch, arguments: Sequence[Any]) -> None:
        """Launch the adjoint.

        Raises WrongCall, WrongShape and AliasedArguments for arguments that do not fit, and
        OverflowError if a loop has run more often than there was room for.
        """
        own, shadows = self.divided(arguments)
        sizes = {n: Sizes(description(v)[1]) for n, v in own.items() if is_array(v)}
        known = {**own, **sizes}
        given = tuple(type_of(value) for value in own.values())
        written, module = self.load(given, launch)
        if not all(launch.total(axis) >= value_of(size, known) for axis, size in written.sizes):
            written, module = self.load(given, launch, gathers=False)
        check_launch(written.per_thread, launch.grid, launch.block)
        check_shapes(own, shadows)
        check_apart(own, shadows)
        if not self.asked.accumulate:
            for parameter in shadows.keys() - set(self.asked.outputs):
                sides = written.covered.get(adjoint(parameter), ())
                if not sides or not covers(sides, sizes[parameter], known, launch):
                    clear(shadows[parameter])
        rooms = [room_for(room, written, known, launch) for room in written.rooms]
        flows = cuda.to_device(np.zeros(1, np.int32)) if written.may_overflow else None
        made = [*rooms, *([flows] if flows is not None else [])]
        config = (launch.grid, launch.block, *launch.rest)
        getattr(module, written.name)[config](*arguments, *made)
        if written.clear:
            getattr(module, written.clear)[config](*arguments)
        if flows is not None and flows.copy_to_host()[0]:
            raise OverflowError(
                f"a loop of `{self.function.__name__}` has run more than "
                f"{self.asked.iterations} times: give a larger `max_iterations`, and begin with "
                "adjoints as they were"
            )

    def divided(self, arguments: Sequence[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the arguments of the kernel, and the adjoints among them, by name.

        Raises WrongCall where they do not fit.
        """
        rest = list(arguments)
        own: dict[str, Any] = {}
        shadows: dict[str, Any] = {}
        for parameter in self.asked.parameters:
            if not rest:
                raise WrongCall(f"the argument `{parameter}` is missing")
            own[parameter] = rest.pop(0)
            if self.asked.is_active(parameter, type_of(own[parameter])):
                if not rest or not is_array(rest[0]):
                    raise WrongCall(
                        f"`{parameter}` must be followed by its adjoint",
                        advice=f"pass an array of the shape of `{parameter}` after it; for a "
                        "number, an array of one element",
                    )
                shadows[parameter] = rest.pop(0)
        if rest:
            raise WrongCall(f"{len(rest)} arguments are left over")
        return own, shadows

    def load(
        self, given: tuple[Any, ...], launch: Launch, gathers: bool = True
    ) -> tuple[WrittenKernel, ModuleType]:
        """Return the adjoint for arguments of certain types and blocks of some size."""
        key = (given, launch.threads, len(launch.block), gathers)
        if key not in self.modules:
            asked = self.asked.launched(given, *key[1:])
            written = write(self.function, given, asked)
            digest = hashlib.sha256(written.text.encode()).hexdigest()[:16]
            module = store.load(f"{written.name}_{digest}", written.text, None)
            self.modules[key] = written, module
        self.latest = self.modules[key][0]
        return self.modules[key]

    def source(self) -> str:
        """Return the generated source that was used last.

        Raises WrongCall if the adjoint was not launched yet.
        """
        return self.written().text

    def report(self) -> KernelReport:
        """Return what the adjoint that was used last does with loops, memory and adjoints.

        Raises WrongCall if the adjoint was not launched yet.
        """
        return self.written().report

    def written(self) -> WrittenKernel:
        """Return the adjoint that was used last; raises WrongCall if there is none."""
        if self.latest is None:
            raise WrongCall("no adjoint has been written yet", advice="launch the adjoint once")
        return self.latest


def room_for(room: Any, written: WrittenKernel, known: Mapping[str, Any], launch: Launch) -> Any:
    """Return the array for what the threads of a launch save."""
    own = [value_of(part, known) for part in room.shape]
    count = max(axes_in(written.per_thread.places.values()), default=-1) + 1
    threads = [launch.total(axis) for axis in reversed(range(count))]
    dtype = np.dtype(room.dtype.removeprefix("np.").strip("_"))
    return cuda.device_array((*map(int, own), *threads), dtype)


def clear(array: Any) -> None:
    """Set all elements of an array to zero."""
    whole = array if hasattr(array, "__setitem__") else cuda.as_cuda_array(array)
    whole[:] = 0


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
