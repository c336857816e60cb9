"""Which of many cases tests take: a fixed sample, or all of them with SRCDIFF_TEST_ALL=1."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
EVERY = bool(os.environ.get("SRCDIFF_TEST_ALL"))


def sample(cases: Sequence[Case], step: int, first: int = 0) -> Sequence[Case]:
    """Return one of so many cases, from the first one on, or all of them.

    >>> sample("abcdefg", 3, 1) in ("be", "abcdefg")
    True
    """
    return cases if EVERY else cases[first::step]
