"""How long each stage takes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def timed(title: str) -> Iterator[None]:
    """Print the time of each stage that runs in a block, if SRCDIFF_TIMES=1, to stderr."""
    if os.environ.get("SRCDIFF_TIMES", "0") in ("", "0"):
        yield
        return
    from srcdiff.core.passes import Ran, observed  # no derivative that was stored needs passes

    spent: dict[str, float] = {}
    done: list[Ran] = []  # those that no other pass was found to run around

    def add(ran: Ran) -> None:
        inside = [one for one in done if one.begin >= ran.begin]
        done[:] = [one for one in done if one.begin < ran.begin] + [ran]
        own = ran.seconds - sum(one.seconds for one in inside)
        spent[ran.stage] = spent.get(ran.stage, 0.0) + own

    begin = time.perf_counter()
    with observed(add):
        yield
    whole = time.perf_counter() - begin
    spent["the rest" if spent else "Numba"] = whole - sum(spent.values())
    for stage, seconds in spent.items():
        print(f"srcdiff {title}: {1e3 * seconds:8.1f} ms {stage}", file=sys.stderr)
