"""What lets compiled code call a function of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])


def compilable(function: F) -> F:
    """Let compiled code call a function, which stays a plain function."""
    register_jitable(function)
    return function
