"""Functions that are made from others, each once for a module that is being written.

They hold what their free names stand for at that time, so that the next module makes them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
Memo = dict[Hashable, tuple[Any, Any]]  # what was made, and what must stay alive for its key

_current: ContextVar[Memo | None] = ContextVar("current", default=None)


@contextmanager
def remembering(memo: Memo) -> Iterator[None]:
    """Have `made_once` look into the memo of a module for a while.

    >>> memo = {}
    >>> with remembering(memo):
    ...     first = made_once("key", None, list)
    >>> with remembering(memo):
    ...     first is made_once("key", None, list)
    True
    >>> with remembering({}):
    ...     first is made_once("key", None, list)
    False
    """
    token = _current.set(memo)
    try:
        yield
    finally:
        _current.reset(token)


def made_once(key: Hashable, alive: Any, make: Callable[[], T]) -> T:
    """Return what `make` returns: the same object each time while a module is written.

    `alive` are the objects whose identities are in the key.
    """
    memo = _current.get()
    if memo is None:
        return make()
    if key not in memo:
        memo[key] = (make(), alive)
    found: T = memo[key][0]
    return found
