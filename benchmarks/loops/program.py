"""What the benchmark knows of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Program:
    """A compiled function that returns a number, and how it is called.

    `inputs` returns the arguments for a generator of random numbers and a size; `wrt` names
    those that are differentiated; `sizes` go from small to large.
    """

    function: Callable[..., Any]
    wrt: tuple[str, ...]
    inputs: Callable[[np.random.Generator, int], tuple[Any, ...]]
    sizes: tuple[int, int, int]

    @property
    def name(self) -> str:
        return self.function.__name__

    def arguments(self, size: int) -> tuple[Any, ...]:
        """Return the arguments of a size, always the same ones."""
        return self.inputs(np.random.default_rng(0), size)
