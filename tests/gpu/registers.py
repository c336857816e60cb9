"""What each adjoint needs on a GPU: `python -m tests.gpu.registers [NAME ...]`.

Compiles the adjoints of all kernels of the corpus, for data in single precision, to PTX and machine
code for two generations of GPUs, which needs no GPU: only the packages of `make ptx`. Prints a line
for each adjoint: registers of a thread on sm_80 and sm_90, bytes of its stack on sm_90, bytes that
are spilled, atomic operations, and double-precision operations.
"""

from __future__ import annotations

import functools
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda, types
from numba.np.numpy_support import from_dtype

from srcdiff.backends.arrays import type_of
from srcdiff.backends.launch import TOGETHER
from srcdiff.gpu.gather.extremes import parameter_types
from srcdiff.gpu.launch.frontend import request_for
from srcdiff.gpu.launch.module import WrittenKernel
from srcdiff.gpu.thread.intrinsics import axes_in
from srcdiff.output import store

from .case import Case
from .test_source import CASES, single, written

GENERATIONS = ((8, 0), (9, 0))
COLUMNS = ("sm_80", "sm_90", "stack", "spills", "atomics", "double")


@functools.cache
def assembler() -> str | None:
    """Return the path of ptxas, of the wheels or of CUDA; None if there is none."""
    nvidia = importlib.util.find_spec("nvidia")
    roots = nvidia.submodule_search_locations if nvidia else ()
    found = [path for root in roots or () for path in Path(root).glob("*/bin/ptxas")]
    return str(found[0]) if found else shutil.which("ptxas")


def kind_of(dtype: str) -> Any:
    """Return the type of a saved value; single precision is called `real`."""
    plain = "float32" if dtype == "real" else dtype.removeprefix("np.").strip("_")
    return from_dtype(np.dtype(plain))


def kernels_of(case: Case, found: WrittenKernel) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield the kernels of an adjoint, with the types of their arguments."""
    module = store.load(f"registers_{found.name}", found.text, None)
    values = list(map(single, case.inputs(np.random.default_rng(0))))
    own = getattr(module, found.name)
    words = own.py_func.__code__.co_varnames[: own.py_func.__code__.co_argcount]
    rooms = {room.name: room for room in found.rooms}
    given: list[Any] = []
    known = dict(
        zip(
            request_for(case.kernel.py_func, None, None).parameters,
            map(type_of, values),
            strict=True,
        )
    )
    top = parameter_types(found.extremes, known)
    limits = [types.int64] if found.places > 1 else []
    for word in words[: len(words) - len(top) - len(rooms) - found.may_overflow - len(limits)]:
        if word.startswith("d_") and given:
            kind = given[-1]
            given.append(kind if isinstance(kind, types.Array) else types.Array(kind, 1, "C"))
        else:
            given.append(type_of(values.pop(0)))
    assert not values, "the parameters are not those of the kernel"
    axes = max(axes_in(found.per_thread.places.values()), default=-1) + 1
    made = [types.Array(kind_of(r.dtype), len(r.shape) + axes, "C") for r in rooms.values()]
    flows = [types.Array(types.int32, 1, "C")] if found.may_overflow else []
    yield own, (*given, *top, *made, *flows, *limits)
    if found.clear:
        yield getattr(module, found.clear), tuple(given)


def forms(case: Case) -> Iterator[WrittenKernel]:
    """Yield the adjoint of a kernel, and the one whose threads take several places, if any."""
    yield written(case)
    several = written(case, places=TOGETHER)
    if several.places > 1:
        yield replace(several, clear="")


def titled(kernel: Any, found: WrittenKernel) -> str:
    """Return the name of a kernel, and how many places its threads take."""
    title: str = kernel.py_func.__name__
    return f"{title}/{found.places}" if found.places > 1 else title


def usage(kernel: Any, given: tuple[Any, ...]) -> dict[str, int]:
    """Return what a kernel needs, for arguments of some types."""
    result: dict[str, int] = {}
    for generation in GENERATIONS:
        device = SimpleNamespace(compute_capability=generation)
        dispatcher = importlib.import_module("numba.cuda.dispatcher")
        dispatcher.get_current_device = lambda device=device: device  # of functions it calls
        text, _ = cuda.compile_ptx(kernel.py_func, types.void(*given), cc=generation)
        said = assembled(text, "sm_{}{}".format(*generation))
        number = functools.partial(largest, said)
        result["sm_{}{}".format(*generation)] = number(r"Used (\d+) registers")
        result["stack"] = number(r"(\d+) bytes stack frame")
        result["spills"] = max(result.get("spills", 0), number(r"(\d+) bytes spill"))
        result["atomics"] = len(re.findall(r"\b(?:atom|red)\.", text))
        result["double"] = len(re.findall(r"^\s*(?:@!?%p\d+ )?[a-z]+[a-z0-9.]*\.f64\b", text, re.M))
    return result


def assembled(text: str, architecture: str) -> str:
    """Return what ptxas says of a program."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernel.ptx")
        path.write_text(text)
        command = [assembler(), "-v", f"-arch={architecture}", "-o", f"{path}.cubin", path]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
    return run.stderr


def largest(text: str, pattern: str) -> int:
    """Return the largest number that matches a pattern, 0 if there is none."""
    return max(map(int, re.findall(pattern, text)), default=0)


def main(names: list[str]) -> None:
    """Print a line for each kernel of the adjoints."""
    print(f"{'kernel':40}", *COLUMNS)
    for name, case in CASES.items():
        if names and name not in names:
            continue
        for found in forms(case):
            for kernel, given in kernels_of(case, found):
                used = usage(kernel, given)
                columns = (f"{used[column]:>{len(column)}}" for column in COLUMNS)
                print(f"{titled(kernel, found):40}", *columns, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
