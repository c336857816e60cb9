"""The adjoints of random kernels, run in Numba's simulator."""

from __future__ import annotations

import json

from .apart import simulated
from .drawn import Drawn

COUNT = 40


def test_adjoints_of_random_kernels_are_right_or_refused() -> None:
    *reasons, last = simulated("search", "--count", str(COUNT), "--seed", "0").splitlines()
    counts = json.loads(last)
    assert counts.get("wrong", 0) == counts.get("error", 0) == 0, reasons
    assert counts["right"] > 0.8 * COUNT


def test_the_same_seed_gives_the_same_kernel() -> None:
    texts = [Drawn(seed).text() for seed in (3, 3, 4)]
    assert texts[0] == texts[1] != texts[2]
