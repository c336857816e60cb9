"""The same gradients by JAX, where it is installed; in one thread, without its first call."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from typing import Any

import numpy as np

PRESENT = importlib.util.find_spec("jax") is not None
THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def peer(
    name: str, arguments: tuple[Any, ...], wrt: list[int]
) -> Callable[[], tuple[Any, ...]] | None:
    """Return a function that calls JAX's gradient of a program, None if there is none.

    Integers are constants, as they are numbers of steps.
    """
    if not PRESENT:
        return None
    os.environ.setdefault("XLA_FLAGS", THREAD)
    import jax

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    from loops.jax_forms import FORMS

    if name not in FORMS:
        return None
    passed = [k for k, value in enumerate(arguments) if not isinstance(value, int)]

    def function(*moving: Any) -> Any:
        values = list(arguments)
        for k, value in zip(passed, moving, strict=True):
            values[k] = value
        return FORMS[name](*values)

    gradient = jax.jit(jax.grad(function, argnums=[passed.index(k) for k in wrt]))
    given = [jax.numpy.asarray(np.asarray(arguments[k])) for k in passed]
    return lambda: jax.block_until_ready(tuple(gradient(*given)))
