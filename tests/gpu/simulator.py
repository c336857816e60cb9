"""What the tests need of Numba's simulator, and what it does not do."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba.core import types
from numba.cuda.simulator.kernelapi import FakeCUDAShared
from numba.np.numpy_support import as_dtype

from . import turns, warps

DYNAMIC = FakeCUDAShared.array


def install() -> None:
    """Let kernels in the simulator of this process have shuffles, and safe shared arrays.

    Threads take turns.
    """
    turns.install()
    warps.install()
    FakeCUDAShared.array = shared


def shared(own: FakeCUDAShared, shape: Any, dtype: Any, alignment: int | None = None) -> Any:
    """Return the shared array that the running block makes in a line of a kernel.

    The simulator looks whether there is one before it makes one: two threads that come at the same
    time then have an array each.
    """
    if shape == 0:
        return DYNAMIC(own, shape, dtype, alignment)
    frame = sys._getframe(1)
    place = frame.f_code.co_filename, frame.f_lineno
    made = np.empty(shape, as_dtype(dtype) if isinstance(dtype, types.Type) else dtype)
    return own._allocations.setdefault(place, made)
