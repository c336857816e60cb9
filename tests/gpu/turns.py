"""Threads of Numba's simulator that take turns: one runs until it waits at a barrier, or ends.

The simulator itself starts all threads of a block, and looks in a loop which of them wait. That
loop and the threads ask for the interpreter in turn, which takes nearly all of the time.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numba.cuda.simulator import kernel


def wait(thread: Any) -> None:
    """Wait at a barrier, until all threads of the block have come to one, or have ended."""
    thread.syncthreads_blocked = True
    thread._manager.turn_is_over.release()
    thread.syncthreads_event.wait()
    thread.syncthreads_event.clear()
    if thread.abort:
        raise RuntimeError("another thread of the block has raised an exception")


def run_block(manager: Any, place: Any, *arguments: Any) -> None:
    """Run the threads of a block, in the order of their places between two barriers."""
    manager.turn_is_over = threading.Semaphore(0)

    def run() -> None:
        manager._f(*arguments)

    waiting = [
        kernel.BlockThread(run, manager, place, own, manager._debug)
        for own in np.ndindex(*manager._block_dim)
    ]
    for thread in waiting:
        thread.start()
        take_turn(thread, waiting)
    while waiting := [thread for thread in waiting if thread.syncthreads_blocked]:
        for thread in waiting:
            thread.syncthreads_blocked = False
            thread.syncthreads_event.set()
            take_turn(thread, waiting)


def take_turn(thread: Any, others: list[Any]) -> None:
    """Return when a thread that runs waits or has ended; raise what it has raised."""
    thread._manager.turn_is_over.acquire()
    if thread.exception:
        for other in others:
            other.abort = True
            other.syncthreads_event.set()
        error, trace = thread.exception
        raise error.with_traceback(trace)


def install() -> None:
    """Let the threads of the simulator of this process take turns."""
    run = kernel.BlockThread.run

    def run_to_the_end(thread: Any) -> None:
        try:
            run(thread)
        finally:
            thread._manager.turn_is_over.release()

    kernel.BlockThread.run = run_to_the_end
    kernel.BlockThread.syncthreads = wait
    kernel.BlockManager.run = run_block
