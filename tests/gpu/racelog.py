"""Races of kernels in Numba's simulator, which runs threads one after the other and hides them.

While a launch is recorded, each access to an element is noted with its thread, and with how many
barriers that thread has passed. Two accesses of different threads meet if no barrier of their
block stands between them; they must not if one is a plain write, or one is atomic and the other
is plain. What shared and local arrays hold before they are written is not a number.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations, product, zip_longest
from typing import Any
from unittest.mock import patch

import numpy as np
from numba.cuda.simulator import kernel, kernelapi
from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray, FakeWithinKernelCUDAArray

READ, WRITE, ATOMIC = "read", "write", "atomic"
ATOMICS = ("add", "sub", "max", "min", "inc", "dec", "exch", "cas")


@dataclass(frozen=True)
class Access:
    """What a thread does with an element: how, in which block, and after how many barriers.

    Launches follow each other: `launch` is the number of the one that it belongs to.
    """

    launch: int
    kind: str
    block: tuple[int, ...]
    thread: tuple[int, ...]
    barriers: int

    def races(self, other: Access) -> bool:
        """Return True if two accesses may meet, and must not."""
        if self.launch != other.launch:
            return False
        same_block = self.block == other.block
        if same_block and (self.thread == other.thread or self.barriers != other.barriers):
            return False
        kinds = {self.kind, other.kind}
        return WRITE in kinds or kinds == {ATOMIC, READ}


@dataclass
class Log:
    """The accesses of the launches that were recorded, by address."""

    accesses: defaultdict[int, set[Access]] = field(default_factory=lambda: defaultdict(set))
    atomics: int = 0
    launches: int = 0
    kept: list[Any] = field(default_factory=list)  # so that no address is used twice

    def note(self, kind: str, array: Any, index: Any) -> None:
        """Note an access of the running thread; those of the host do not count."""
        thread = threading.current_thread()
        if not isinstance(thread, kernel.BlockThread):
            return
        data = array._item._ary
        places = index if isinstance(index, tuple) else (index,)
        whole = len(places) == data.ndim and not any(isinstance(p, slice) for p in places)
        if not whole and kind == READ:
            return  # this makes a view, whose elements are read later
        block, own = tuple(thread.blockIdx), tuple(thread.threadIdx)
        barriers = getattr(thread, "barriers_passed", 0)
        access = Access(self.launches, kind, block, own, barriers)
        for address in addresses(data, places):
            self.accesses[address].add(access)

    def conflicts(self) -> int:
        """Return the number of elements with accesses that race."""
        return sum(
            any(first.races(second) for first, second in combinations(found, 2))
            for found in self.accesses.values()
        )


def addresses(data: Any, places: tuple[Any, ...]) -> Iterator[int]:
    """Return the addresses of the elements that subscripts select."""
    parts = [
        range(length)[place] if isinstance(place, slice) else [int(place) % length]
        for place, length in zip_longest(places, data.shape, fillvalue=slice(None))
    ]
    start = data.__array_interface__["data"][0]
    for element in product(*parts):
        yield start + sum(p * stride for p, stride in zip(element, data.strides, strict=True))


@contextmanager
def recorded() -> Iterator[Log]:
    """Record the launches in a block."""
    log = Log()
    inside = threading.local()  # whether a thread is in an atomic operation
    arrays = FakeWithinKernelCUDAArray
    get, store = arrays.__getitem__, arrays.__setitem__
    wait = kernel.BlockThread.syncthreads
    run = kernel.FakeCUDAKernel.__call__

    def launch(made: Any, *arguments: Any) -> Any:
        if not isinstance(threading.current_thread(), kernel.BlockThread):  # no device function
            log.launches += 1
        return run(made, *arguments)

    def read(array: Any, index: Any) -> Any:
        if not getattr(inside, "atomic", False):
            log.note(READ, array, index)
        return get(array, index)

    def write(array: Any, index: Any, value: Any) -> None:
        if not getattr(inside, "atomic", False):
            log.note(WRITE, array, index)
        store(array, index, value)

    def atomic(operation: Callable[..., Any]) -> Callable[..., Any]:
        def recording(own: Any, array: Any, index: Any, *values: Any) -> Any:
            log.note(ATOMIC, array, index)
            log.atomics += 1
            inside.atomic = True
            try:
                return operation(own, array, index, *values)
            finally:
                inside.atomic = False

        return recording

    def barrier(thread: Any) -> None:
        wait(thread)
        thread.barriers_passed = getattr(thread, "barriers_passed", 0) + 1

    def shared(shape: Any, dtype: Any) -> Any:
        made = unknown(shape, dtype)
        log.kept.append(made)
        return made

    def local(own: Any, shape: Any, dtype: Any) -> Any:
        made = unknown(shape, dtype)
        log.kept.append(made)
        return made

    with (
        patch.object(kernel.FakeCUDAKernel, "__call__", launch),
        patch.object(arrays, "__getitem__", read),
        patch.object(arrays, "__setitem__", write),
        patch.object(kernel.BlockThread, "syncthreads", barrier),
        patch.object(kernelapi.FakeCUDAShared, "array", one_for_each_block(shared)),
        patch.object(kernelapi.FakeCUDALocal, "array", local),
        patch.multiple(
            kernelapi.FakeCUDAAtomic,
            **{word: atomic(getattr(kernelapi.FakeCUDAAtomic, word)) for word in ATOMICS},
        ),
    ):
        yield log


@contextmanager
def steady() -> Iterator[None]:
    """Let all threads of a block have the same shared arrays.

    In the simulator itself, two threads that ask for one at the same time may get one each.
    """
    with patch.object(kernelapi.FakeCUDAShared, "array", one_for_each_block(not_numbers)):
        yield


def one_for_each_block(make: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """Return the method that makes the shared arrays of a launch, for each block its own."""
    lock = threading.Lock()

    def shared(own: Any, shape: Any, dtype: Any) -> Any:
        place = (tuple(threading.current_thread().blockIdx), str(shape), str(dtype), caller())
        with lock:
            known = vars(own).setdefault("of_blocks", {})
            if place not in known:
                known[place] = make(shape, dtype)
            return known[place]

    return shared


def not_numbers(shape: Any, dtype: Any) -> np.ndarray:
    """Return an array whose elements are not known yet."""
    made = np.empty(shape, str(dtype) if not isinstance(dtype, type) else dtype)
    made[...] = np.nan if made.dtype.kind in "fc" else 77
    return made


def unknown(shape: Any, dtype: Any) -> Any:
    """Return such an array as kernels see it."""
    return FakeWithinKernelCUDAArray(FakeCUDAArray(not_numbers(shape, dtype)))


def caller() -> tuple[str, int]:
    """Return the line of the kernel that makes a shared array: there is one for each."""
    import sys

    frame = sys._getframe(2)
    return frame.f_code.co_filename, frame.f_lineno
