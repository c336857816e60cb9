"""The launches that a kernel is differentiated for."""

from __future__ import annotations

from collections.abc import Sequence

from srcdiff.errors import WrongCall
from srcdiff.kernels.intrinsics import AXES, axes_in
from srcdiff.kernels.threads import PerThread


def check_launch(found: PerThread, grid: Sequence[int], block: Sequence[int]) -> None:
    """Refuse a launch with threads that the kernel does not tell apart.

    They would all write to the same elements.
    """
    used = axes_in(found.places.values())
    for axis, word in enumerate(AXES):
        size = max(side[axis] if axis < len(side) else 1 for side in (grid, block))
        if size > 1 and axis not in used:
            raise WrongCall(
                f"the launch has {size} threads or blocks along {word}, and the kernel does not "
                "ask which of them it is",
                advice=f"launch it with one along {word}",
            )
