"""Run a check in Numba's simulator, in a process of its own: numba reads the choice on import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def simulated(module: str, *arguments: str) -> str:
    """Return what a module of these tests prints."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "ignore", "-m", f"tests.gpu.{module}", *arguments]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout
