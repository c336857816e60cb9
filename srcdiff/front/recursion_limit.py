"""Room for expressions with more parts than functions of Python may call each other."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType

from srcdiff.errors import UnsupportedSyntax

DEPTH = 5000  # calls: enough for sums of some hundred terms, and for the stack of a thread


@contextmanager
def deep() -> Iterator[None]:
    """Let functions call each other more deeply for a while.

    >>> before = sys.getrecursionlimit()
    >>> with deep():
    ...     sys.getrecursionlimit() >= DEPTH
    True
    >>> sys.getrecursionlimit() == before
    True
    """
    OPEN.enter()
    try:
        yield
    finally:
        OPEN.leave()


class _Open:
    """How many `deep` blocks of all threads are open: the last to end brings the limit back.

    If each thread did, one that began second would bring back what the first had set.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.before = 0

    def enter(self) -> None:
        """Raise the limit, unless another block has done so."""
        with self.lock:
            if self.count == 0:
                self.before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.before, DEPTH))
            self.count += 1

    def leave(self) -> None:
        """Bring the limit back if no other block is open."""
        with self.lock:
            self.count -= 1
            if self.count == 0:
                sys.setrecursionlimit(self.before)


OPEN = _Open()


def too_deep(function: FunctionType) -> UnsupportedSyntax:
    """Return the error for a function of which an expression has too many parts."""
    from srcdiff.front.source_text import origin_of

    error = UnsupportedSyntax(
        f"an expression in `{function.__name__}`, or in what it calls, has too many parts",
        advice="give some of its parts names of their own",
    )
    error.origin = origin_of(function)
    return error
