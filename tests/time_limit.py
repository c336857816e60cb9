"""A limit on the processor time of what the judges run."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def limited(seconds: float, stopped: type[BaseException]) -> Iterator[None]:
    """Raise an exception in what runs for longer, not counting the time of other processes."""

    def stop(*_: Any) -> None:
        raise stopped(f"no end after {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
