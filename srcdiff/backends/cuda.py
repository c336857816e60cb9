"""Compile and launch generated kernels: the only file that knows the `cuda` module.

That is `numba.cuda`, as a user has it: of the package numba-cuda, or the simulator of Numba. What
takes its place some day only has to be named here.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from types import ModuleType
from typing import Any

import numba.extending
import numpy as np
from numba import config, cuda

try:
    from numba.cuda.extending import overload
except ImportError:  # in Numba itself, and in its simulator
    overload = partial(numba.extending.overload, target="cuda")

from srcdiff import store
from srcdiff.analyse.types import types
from srcdiff.backends.arrays import check_apart, check_shapes, description, is_array, type_of
from srcdiff.backends.launch import Launch, Sizes, covers, value_of
from srcdiff.errors import WrongCall, WrongShape
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
        written, module = self.fitting(given, launch, known)
        check_launch(written.per_thread, launch.grid, launch.block, written.whole_warps)
        check_shapes(own, shadows)
        check_apart(own, shadows)
        if not self.asked.accumulate:
            for parameter in shadows.keys() - set(self.asked.outputs):
                sides = written.covered.get(adjoint(parameter), ())
                if not sides or not covers(sides, sizes[parameter], known, launch):
                    clear(shadows[parameter])
        rooms = [room_for(room, written, known, launch) for room in written.rooms]
        flows = cuda.to_device(np.zeros(1, np.int32)) if written.may_overflow else None
        config = (launch.grid, launch.block, *launch.rest)
        asked_for = self.decided(written, own, config)
        made = [*asked_for.values(), *rooms, *([flows] if flows is not None else [])]
        getattr(module, written.name)[config](*arguments, *made)
        if written.clear:
            getattr(module, written.clear)[config](*arguments)
        if flows is not None and flows.copy_to_host()[0]:
            raise OverflowError(
                f"a loop of `{self.function.__name__}` has run more than "
                f"{self.asked.iterations} times: give a larger `max_iterations`, and begin with "
                "adjoints as they were"
            )
        for extreme in written.extremes:
            check_decided(asked_for[extreme.taken])

    @cached_property
    def primal(self) -> Any:
        """Return the kernel itself, compiled."""
        return cuda.jit(self.kernel) if self.kernel is self.function else self.kernel

    def decided(
        self, written: WrittenKernel, own: Mapping[str, Any], config: Any
    ) -> dict[str, Any]:
        """Return the arrays that tell which threads atomic maxima and minima come from.

        For that, the kernel runs on copies of what it writes to.
        """
        if not written.extremes:
            return {}
        left = {n: copy_of(v) if n in written.written else v for n, v in own.items()}
        self.primal[config](*left.values())
        found: dict[str, Any] = {}
        for extreme in written.extremes:
            last = left[extreme.array]
            same = on_host(own[extreme.array]) == on_host(last)
            found[extreme.last] = last
            found[extreme.taken] = cuda.to_device(same.astype(np.int32))
        return found

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

    def fitting(
        self, given: tuple[Any, ...], launch: Launch, known: Mapping[str, Any]
    ) -> tuple[WrittenKernel, ModuleType]:
        """Return the adjoint that is right for a launch.

        The first choice may need arrays of the same length, or a thread for each element.
        """
        written, module = self.load(given, launch)
        alike = written.are_alike(known)
        if not alike:
            written, module = self.load(given, launch, alike=False)
        if not all(launch.total(axis) >= value_of(size, known) for axis, size in written.sizes):
            written, module = self.load(given, launch, gathers=False, alike=alike)
        return written, module

    def load(
        self, given: tuple[Any, ...], launch: Launch, gathers: bool = True, alike: bool = True
    ) -> tuple[WrittenKernel, ModuleType]:
        """Return the adjoint for arguments of certain types and blocks of some size."""
        key = (given, launch.threads, len(launch.block), gathers, alike)
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
    return cuda.device_array((*own, *threads), dtype)


def copy_of(array: Any) -> Any:
    """Return a copy of an array on the device."""
    if isinstance(array, np.ndarray):
        return cuda.to_device(np.ascontiguousarray(array))
    dtype, shape, _ = description(array)
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
    _, shape, _ = description(value)
    if len(shape) == 1:
        return value
    if type_of(value).layout != "C":
        raise WrongShape(
            f"an array on the device of shape {shape} does not lie in one piece",
            advice="pass a copy in the order of C",
        )
    return value.reshape(int(np.prod(shape, dtype=int)))


def clear(array: Any) -> None:
    """Set all elements of an array to zero."""
    whole = array if hasattr(array, "__setitem__") else cuda.as_cuda_array(array)
    whole[:] = 0
