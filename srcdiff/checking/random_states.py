"""The states of random numbers, of Python, of NumPy and of compiled code."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import _helperlib

helpers: Any = _helperlib  # where the states of compiled random numbers are


def states() -> tuple[Any, Any]:
    """Return the states of the random numbers of Python and NumPy."""
    return random.getstate(), np.random.get_state(legacy=False)


def compiled_states() -> list[Any]:
    """Return the states of the random numbers of compiled code."""
    return [helpers.rnd_get_state(pointer) for pointer in pointers()]


def pointers() -> tuple[int, int]:
    """Return where compiled code keeps the states of its random numbers."""
    return helpers.rnd_get_np_state_ptr(), helpers.rnd_get_py_state_ptr()


def restore(saved: tuple[Any, Any]) -> None:
    """Set the states of the random numbers of Python and NumPy."""
    random.setstate(saved[0])
    np.random.set_state(saved[1])


@contextlib.contextmanager
def as_from(saved: tuple[Any, Any]) -> Iterator[None]:
    """Draw random numbers as from a state for a while, and go on as before."""
    before, compiled = states(), compiled_states()
    restore(saved)
    try:
        yield
    finally:
        restore(before)
        for pointer, state, now in zip(pointers(), compiled, compiled_states(), strict=True):
            if state != now:
                helpers.rnd_set_state(pointer, state)
