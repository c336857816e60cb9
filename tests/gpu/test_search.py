"""The adjoints of random kernels, run in Numba's simulator."""

from __future__ import annotations

import json

from .apart import simulated
from .search import text_of

COUNT = 12


def test_adjoints_of_random_kernels_are_right_or_refused() -> None:
    *reasons, last = simulated("search", "--count", str(COUNT), "--seed", "0").splitlines()
    counts = json.loads(last)
    assert counts.get("wrong", 0) == counts.get("error", 0) == 0, reasons
    assert counts["right"] > 0.8 * COUNT


def test_the_same_seed_gives_the_same_kernel() -> None:
    for seed in (3, 4):
        assert text_of(seed) == text_of(seed) != text_of(seed + 5)
