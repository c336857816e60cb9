"""Medians of CPU time. To be imported before NumPy: it sets the environment."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

for variable in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(variable, None)
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"

ROUNDS = 11
SECONDS = 0.03


def medians(calls: list[Callable[[], Any]], longest: float = 10.0) -> list[float]:
    """Return the median CPU time of each call, in seconds; all calls take turns.

    Where `ROUNDS` rounds would take longer than `longest` seconds there are fewer, at least 3.
    """
    counts, once = [], 0.0
    for call in calls:
        call()
        start, count = time.process_time(), 0
        while time.process_time() - start < SECONDS:
            call()
            count += 1
        counts.append(count)
        once += time.process_time() - start
    rounds = max(3, min(ROUNDS, int(longest / once)))
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, count, found in zip(calls, counts, times, strict=True):
            start = time.process_time()
            for _ in range(count):
                call()
            found.append((time.process_time() - start) / count)
    return [statistics.median(found) for found in times]
