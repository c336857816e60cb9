"""What is found out about a function while it is taken apart, and has it begun anew.

No errors: users never see them.
"""

from __future__ import annotations

from typing import Any


class WrittenOut(Exception):
    """A loop over indices has to be written out."""

    def __init__(self, loop: Any) -> None:
        super().__init__()
        self.loop = loop


class MadeOfRows(Exception):
    """A list has to be several lists, for elements of one shape."""

    def __init__(self, place: int, shape: Any) -> None:
        super().__init__()
        self.place = place
        self.shape = shape


class Raised(Exception):
    """What always raises was written: nothing of the statement is left."""


class OfKnownLength(Exception):
    """A list has to be one whose elements are known, or must not be."""

    def __init__(self, place: int, is_known: bool) -> None:
        super().__init__()
        self.place = place
        self.is_known = is_known


class CallsItself(Exception):
    """A function of objects calls itself: all that its objects consist of is passed on then."""

    def __init__(self, unit: Any) -> None:
        super().__init__()
        self.unit = unit
