"""Print the kernels that do not compile for a GPU: `python -m tests.gpu.compiled`."""

from __future__ import annotations

import importlib
from types import SimpleNamespace

import numpy as np
from numba import cuda, types
from numba.core.errors import NumbaError

from srcdiff.backends.arrays import type_of

from .check import cases

CAPABILITY = (9, 0)


def main() -> None:
    """Compile all kernels of the tests for the types that they are tested with."""
    device = SimpleNamespace(compute_capability=CAPABILITY)
    dispatcher = importlib.import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: device  # of functions that kernels call
    for _, case in cases():
        given = map(type_of, case.inputs(np.random.default_rng(0)))
        try:
            cuda.compile_ptx(case.kernel.py_func, types.void(*given), cc=CAPABILITY)
        except NumbaError:
            print(case.name, flush=True)


if __name__ == "__main__":
    main()
