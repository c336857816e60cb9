"""Run something in a process of its own, so that what it leaves behind is gone."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
from collections.abc import Callable
from typing import Any

FORK = multiprocessing.get_context("fork")
KILOBYTE = 1024


def forked(action: Callable[..., Any], *args: Any) -> Any:
    """Return what the action returns in a copy of this process; an exception comes back, too."""
    receiver, sender = FORK.Pipe(duplex=False)

    def run() -> None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            sender.send(action(*args))
        except Exception as error:
            sender.send(RuntimeError(str(error)))

    process = FORK.Process(target=run)
    process.start()
    sender.close()
    try:
        result = receiver.recv()
    except EOFError:
        result = RuntimeError("the process died")
    process.join()
    if isinstance(result, Exception):
        raise result
    return result


def peak(call: Callable[[], Any]) -> float:
    """Return by how many megabytes a call lets a copy of this process grow."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:  # memory that is free already would not count
        trim(0)
    return float(forked(growth, call))


def growth(call: Callable[[], Any]) -> float:
    """Return by how many megabytes a call raises the most memory this process had."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = call()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    del result
    return (after - before) * KILOBYTE / 1e6
