"""The adjoints of all kernels of the corpus, run in Numba's simulator."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .check import MODULES

ROOT = Path(__file__).parents[2]
TOLERANCE = 1e-9  # of finite differences, relative to the sum


def checked(*arguments: str) -> list[dict[str, Any]]:
    """Return what the check of each kernel says in a process of its own."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-m", "tests.kernels.check", *arguments]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.mark.parametrize("module", MODULES)
def test_adjoints(module: str) -> None:
    found = checked(module)
    assert len(found) > 5
    for result in found:
        assert result["error"] < TOLERANCE, result["kernel"]
        assert result["races"] == 0, result["kernel"]
        assert result["atomic"] == result["expected"], result["kernel"]


@pytest.mark.parametrize("kernel", ["matrix_product", "spring_network"])
def test_plain_adds_race(kernel: str) -> None:
    """Without atomic operations these adjoints are right in the simulator, and race."""
    (result,) = checked("--plain", kernel)
    assert result["error"] < TOLERANCE
    assert result["races"] > 0


def test_plain_adds_race_in_shared_memory() -> None:
    """Threads of a block take turns in the simulator, so that additions may be lost there, too."""
    (result,) = checked("--plain", "diffused")
    assert result["races"] > 0
