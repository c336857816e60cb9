"""A kernel with a launch and inputs: what the checks take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Case:
    """A kernel, a launch for it, and inputs; `atomic` are the arrays that need atomic adds.

    `wrt` and `options` are those of `srcdiff.cuda.grad`. `only_simulated` tells why a kernel does
    not compile for a GPU, "" if it does.
    """

    kernel: Any
    launch: tuple[Any, Any]
    inputs: Callable[[np.random.Generator], tuple[Any, ...]]
    wrt: tuple[str, ...] | None = None
    atomic: frozenset[str] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)
    only_simulated: str = ""

    @property
    def name(self) -> str:
        """Return the name of the kernel."""
        return str(getattr(self.kernel, "py_func", self.kernel).__name__)
