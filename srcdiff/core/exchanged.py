"""Exchange a part of Numba for another while a derivative is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.compiler_lock import global_compiler_lock


@contextmanager
def exchanged(owner: Any, name: str, own: Any) -> Iterator[None]:
    """Have `own` instead of the attribute `name` of a class or module of Numba.

    Nothing else is compiled meanwhile: Numba compiles one function at a time.

    >>> import math
    >>> with exchanged(math, "pi", 3):
    ...     print(math.pi)
    3
    >>> math.pi > 3
    True
    """
    with global_compiler_lock:
        before = getattr(owner, name)
        setattr(owner, name, own)
        try:
            yield
        finally:
            setattr(owner, name, before)
