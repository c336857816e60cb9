"""The adjoints of kernels of the corpus, run in Numba's simulator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ..sample import EVERY
from .apart import simulated
from .check import MODULES

THIRD = () if EVERY else ("--third",)
TOLERANCE = 1e-9  # of finite differences, relative to the sum


def checked(*arguments: str) -> list[dict[str, Any]]:
    """Return what the check of each kernel says."""
    return [json.loads(line) for line in simulated("check", *arguments).splitlines()]


@pytest.mark.parametrize("module", MODULES)
def test_adjoints(module: str) -> None:
    found = checked(module, *THIRD)
    assert len(found) > 1
    for result in found:
        assert result["error"] < TOLERANCE, result["kernel"]
        assert result["races"] == 0, result["kernel"]
        assert result["atomic"] == result["expected"], result["kernel"]


def test_adjoints_of_threads_that_take_several_places() -> None:
    found = checked("--places", *THIRD, "planes", "neighbours", "borders", "subscripts")
    assert len(found) > 2
    for result in found:
        assert result["places"] == (2 if result["kernel"] == "in_space" else 3)
        assert result["error"] < TOLERANCE, result["kernel"]
        assert result["races"] == 0, result["kernel"]


@pytest.mark.parametrize("kernel", ["matrix_product", "spring_network"])
def test_plain_adds_race(kernel: str) -> None:
    """Without atomic operations these adjoints are right where threads take turns, and race."""
    (result,) = checked("--plain", kernel)
    assert result["error"] < TOLERANCE
    assert result["races"] > 0


def test_plain_adds_race_in_shared_memory() -> None:
    """Adjoints in shared memory are wrong without atomic operations even where they take turns."""
    (result,) = checked("--plain", "diffused")
    assert result["races"] > 0
