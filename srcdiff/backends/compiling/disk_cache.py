"""Numba's files of compiled code: damaged ones are replaced, and those that cannot be written left.

A file may be cut off by a full disk or a machine that stops, or be damaged otherwise; Numba raises
what it stumbles over, and at every later call again.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache


class ForgivingCache:
    """Numba's cache of a function, without errors: what cannot be read is compiled again."""

    def __init__(self, cache: FunctionCache) -> None:
        self.cache = cache

    def __getattr__(self, title: str) -> Any:
        """Return what else Numba asks of its cache."""
        if title == "cache":  # not there yet, where another process makes this again
            raise AttributeError(title)
        return getattr(self.cache, title)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return compiled code, or None where there is none that can be read."""
        try:
            return self.cache.load_overload(signature, context)
        except Exception:  # Numba's files may be damaged in any way
            self.discard()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Write compiled code where that is possible."""
        try:
            self.cache.save_overload(signature, data)
        except Exception:  # a full disk, or an index that cannot be read
            self.discard()

    def discard(self) -> None:
        """Remove the files of the function, as far as they can be removed."""
        start = f"{self.cache._impl.filename_base}."
        with contextlib.suppress(OSError):
            for file in Path(self.cache.cache_path).iterdir():
                if file.name.startswith(start) and file.suffix in (".nbi", ".nbc"):
                    with contextlib.suppress(OSError):
                        file.unlink()


def forgive(dispatcher: Any) -> None:
    """Have a dispatcher compile again what it cannot read of its cache."""
    if isinstance(dispatcher._cache, FunctionCache):
        dispatcher._cache = ForgivingCache(dispatcher._cache)
