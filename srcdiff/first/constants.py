"""What users write for what is not to be differentiated."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable


def stop_gradient(x: Any) -> Any:
    """Return a number, or a copy of an array, that derivatives take for a constant.

    >>> stop_gradient(3.0)
    3.0
    """
    return +x


register_jitable(stop_gradient)  # which stays a plain function
