"""The same gradients by JAX, where it is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

PRESENT = importlib.util.find_spec("jax") is not None


def peer(
    name: str, arguments: tuple[Any, ...], wrt: list[int]
) -> Callable[[], tuple[Any, ...]] | None:
    """Return a function that calls JAX's gradient of a program, None if there is none."""
    return None
