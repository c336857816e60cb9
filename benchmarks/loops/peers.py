"""Gradients written by hand in C, one file for each subject, built when they are wanted.

`NAME` in `peers/SUBJECT.c` is the gradient of the program NAME. It takes the arguments in
their order, and then an array for each part of the gradient. An array comes as its extents
and its address.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

COMMAND = ("gcc", "-O3", "-march=native", "-shared", "-fPIC")
SOURCES = Path(__file__).parent / "peers"


def library(subject: str, folder: Path) -> ctypes.CDLL | None:
    """Return the compiled gradients of a subject, None without a compiler or a file."""
    source = SOURCES / f"{subject}.c"
    if shutil.which(COMMAND[0]) is None or not source.exists():
        return None
    target = folder / f"{subject}.so"
    subprocess.run([*COMMAND, "-o", str(target), str(source), "-lm"], check=True)
    return ctypes.CDLL(str(target))


def peer(
    found: ctypes.CDLL | None, name: str, arguments: tuple[Any, ...], wrt: list[int]
) -> Callable[[], tuple[Any, ...]] | None:
    """Return a function that calls the gradient of a program, None if there is none."""
    try:
        function = getattr(found, name)
    except AttributeError:
        return None
    function.restype = None
    results = tuple(np.zeros(np.shape(arguments[k])) for k in wrt)
    converted = [item for value in arguments for item in passed(value)]
    converted += [address(result) for result in results]
    kept = arguments  # as long as the addresses are in use

    def call() -> tuple[Any, ...]:
        function(*converted)
        return results if kept else ()

    return call


def passed(value: Any) -> list[Any]:
    """Return how C takes an argument."""
    if isinstance(value, np.ndarray):
        return [*(ctypes.c_long(extent) for extent in value.shape), address(value)]
    return [ctypes.c_double(value) if isinstance(value, float) else ctypes.c_long(value)]


def address(array: np.ndarray) -> ctypes.c_void_p:
    """Return where an array begins; it has no gaps."""
    assert array.flags.c_contiguous
    return array.ctypes.data_as(ctypes.c_void_p)
