"""Let Python look for cycles of objects less often, while trees and code are made.

Trees and what Numba makes of them are many small objects that stay. Looking through them again
and again takes a tenth of the time in which a derivative is written, and a quarter for the largest.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.compiler_lock import global_compiler_lock

MADE_BETWEEN = 3_000_000  # objects; the largest derivative measured took 190 MB of 620 for that


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Wait for more new objects before Python looks for cycles; where that is off, it stays off.

    Under Numba's lock, as this holds for all threads.

    >>> before = gc.get_threshold()
    >>> with seldom_collected():
    ...     gc.get_threshold()[0] >= MADE_BETWEEN
    True
    >>> gc.get_threshold() == before
    True
    """
    with global_compiler_lock:
        before = gc.get_threshold()
        if before[0]:
            gc.set_threshold(max(before[0], MADE_BETWEEN), *before[1:])
        try:
            yield
        finally:
            gc.set_threshold(*before)
