"""Processes that do one piece of work, and say nothing but what it returns."""

from __future__ import annotations

import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable

import pytest
from _pytest.runner import runtestprotocol

MEMORY = 5 * 1024**3


def forked(work: Callable[[], bytes]) -> tuple[int, int]:
    """Start a process with a cache of its own that says nothing but what it returns."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    os.close(reading)
    folder, shown = tempfile.mkdtemp(prefix="weakened-"), os.dup(2)
    try:
        os.environ["SRCDIFF_CACHE_DIR"] = folder
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        data = work()
        while data:
            data = data[os.write(writing, data) :]
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
    except BaseException:
        os.write(shown, traceback.format_exc().encode())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)
    raise AssertionError


def everything(stream: int) -> bytes:
    """Return all that is written to a stream, and close it."""
    with os.fdopen(stream, "rb") as file:
        return file.read()


def limit(more: float) -> tuple[int, int]:
    """Return a limit of processor time, so many seconds from now."""
    end = int(time.process_time() + more) + 1
    return end, resource.getrlimit(resource.RLIMIT_CPU)[1]


def run(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Return True if a test passes or is skipped."""
    return not any(report.failed for report in runtestprotocol(item, False, following))
