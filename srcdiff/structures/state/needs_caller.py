"""The error for functions that have to run in the place of their calls."""

from __future__ import annotations

from srcdiff.errors import UnsupportedSyntax


class NeedsCaller(UnsupportedSyntax):
    """What a function does is only known in the place of a call; else it is refused."""
