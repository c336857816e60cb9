"""Room for expressions with more parts than functions of Python may call each other."""

from __future__ import annotations

import sys
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
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def too_deep(function: FunctionType) -> UnsupportedSyntax:
    """Return the error for a function of which an expression has too many parts."""
    from srcdiff.front.source_text import origin_of

    error = UnsupportedSyntax(
        f"an expression in `{function.__name__}`, or in what it calls, has too many parts",
        advice="give some of its parts names of their own",
    )
    error.origin = origin_of(function)
    return error
