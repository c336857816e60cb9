"""The launches that a kernel is differentiated for."""

from __future__ import annotations

import math
from collections.abc import Sequence

from srcdiff.errors import WrongCall
from srcdiff.gpu.barriers.shuffles import LANES
from srcdiff.gpu.thread.intrinsics import AXES, axes_in
from srcdiff.gpu.thread.threads import PerThread


def check_launch(
    found: PerThread, grid: Sequence[int], block: Sequence[int], whole_warps: bool = False
) -> None:
    """Refuse a launch with threads that the kernel does not tell apart.

    They would all write to the same elements. With `whole_warps`, refuse one with warps that lack
    lanes, too: what others take of these is not known.
    """
    threads = math.prod(block)
    if whole_warps and threads % LANES:
        raise WrongCall(
            f"the launch has {threads} threads in a block, and the kernel exchanges values between "
            f"the {LANES} lanes of a warp",
            advice=f"launch it with a multiple of {LANES}",
        )
    used = axes_in(found.places.values())
    for axis, word in enumerate(AXES):
        size = max(side[axis] if axis < len(side) else 1 for side in (grid, block))
        if size > 1 and axis not in used:
            raise WrongCall(
                f"the launch has {size} threads or blocks along {word}, and the kernel does not "
                "ask which of them it is",
                advice=f"launch it with one along {word}",
            )
