"""Drawn programs with objects that move on are right or refused."""

from __future__ import annotations

import pytest

from ..sample import EVERY
from .drawn import program, verdict


@pytest.mark.parametrize("seed", range(200 if EVERY else 5))
def test_drawn_programs(seed: int) -> None:
    found = verdict(program(seed))
    assert not found.startswith("wrong"), program(seed)
