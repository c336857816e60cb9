"""Shuffles for Numba's simulator, which has none: threads put values down for others.

What a lane gets is what hardware gives it: distances count modulo 32. All threads of a block have
to come to the same shuffle, with the same distance.
"""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable
from typing import Any

from numba.cuda.simulator.kernelapi import FakeCUDAModule

from .turns import wait

LANES = 32
MASKS = (0xFFFFFFFF, -1)


def down(lane: int, delta: int) -> int:
    """Return the lane that a value comes from."""
    return lane + delta if lane + delta < LANES else lane


def up(lane: int, delta: int) -> int:
    """Return the lane that a value comes from."""
    return lane - delta if lane >= delta else lane


def xor(lane: int, mask: int) -> int:
    """Return the lane that a value comes from."""
    return lane ^ mask


def one(_: int, source: int) -> int:
    """Return the lane that a value comes from."""
    return source


SOURCES: dict[str, Callable[[int, int], int]] = {
    "shfl_down_sync": down,
    "shfl_up_sync": up,
    "shfl_xor_sync": xor,
    "shfl_sync": one,
}


def shuffle(source_of: Callable[[int, int], int]) -> Callable[..., Any]:
    """Return a shuffle; `source_of` gives the lane that a lane takes the value of."""

    def exchanged(_: FakeCUDAModule, mask: int, value: Any, other: int) -> Any:
        assert mask in MASKS
        thread: Any = threading.current_thread()
        manager = thread._manager
        turn = thread.shuffles = getattr(thread, "shuffles", 0) + 1
        slots = vars(manager).setdefault("shuffled", {}).setdefault(turn, {})
        frame = sys._getframe(1)
        slots[thread.thread_id] = frame.f_code, frame.f_lineno, int(other), value
        wait(thread)  # no barrier: it does not count as one in a log of accesses
        assert len(slots) == math.prod(manager._block_dim), "some threads are not here"
        assert len({slot[:3] for slot in slots.values()}) == 1, "threads are at different shuffles"
        lane = thread.thread_id % LANES
        return slots[thread.thread_id - lane + source_of(lane, int(other) % LANES)][-1]

    return exchanged


def install() -> None:
    """Give kernels in the simulator of this process shuffles."""
    for word, source_of in SOURCES.items():
        setattr(FakeCUDAModule, word, shuffle(source_of))
