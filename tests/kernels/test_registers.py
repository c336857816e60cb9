"""What adjoints need on a GPU, compiled without one."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from ..conftest import Golden

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).parent / "golden" / "registers.txt"
VERSIONS = {"numba-cuda": "0.30.4", "nvidia-cuda-nvcc-cu12": "12.9.86"}  # of the table


def installed(package: str) -> str:
    """Return the version of a package, "" if it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@pytest.mark.skipif(
    any(installed(package) != wanted for package, wanted in VERSIONS.items()),
    reason="the table is for other versions: pip install 'srcdiff[ptx]'",
)
def test_registers_are_as_they_were(golden: Golden) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("NUMBA_ENABLE_CUDASIM", None)
    command = [sys.executable, "-W", "ignore", "-m", "tests.kernels.registers"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    rows = [line.split() for line in run.stdout.splitlines()]
    spills = rows[0].index("spills")
    assert len(rows) > 70
    assert all(row[spills] == "0" for row in rows[1:])
    golden(TABLE, run.stdout)


@pytest.mark.skipif(
    any(installed(package) != wanted for package, wanted in VERSIONS.items()),
    reason="compiling without a GPU is tried with these: pip install 'srcdiff[ptx]'",
)
def test_kernels_compile_for_gpus_but_for_those_that_say_why_not() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("NUMBA_ENABLE_CUDASIM", None)
    command = [sys.executable, "-W", "ignore", "-m", "tests.kernels.compiled"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    refused = run.stdout.split()
    assert refused == ["two_series", "changed_by_an_argument"]
