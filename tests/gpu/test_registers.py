"""What adjoints need on a GPU, compiled without one: those of a quarter of the kernels, or all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from ..conftest import Golden
from ..sample import sample
from .test_source import CASES

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).parent / "golden" / "registers.txt"
PINNED = re.compile(r'"([\w-]+)(?:\[\w+\])?==([\d.]+)"')


def extra() -> dict[str, str]:
    """Return the packages of the extra `ptx`, with their versions: those of the table."""
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("ptx = "))
    return dict(PINNED.findall(line))


def installed(package: str) -> str:
    """Return the version of a package, "" if it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


missing = [
    f"{package} {wanted}" for package, wanted in extra().items() if installed(package) != wanted
]
compiled = pytest.mark.skipif(
    bool(missing), reason=f"compiles for GPUs with {' and '.join(missing)}: `make ptx` runs it"
)


def test_the_packages_have_versions() -> None:
    assert list(extra()) == ["numba-cuda", "nvidia-cuda-nvcc-cu12"]


@compiled
def test_registers_are_as_they_were(golden: Golden) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("NUMBA_ENABLE_CUDASIM", None)
    names = sample([*CASES], 7)
    command = [sys.executable, "-W", "ignore", "-m", "tests.gpu.registers", *names]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    rows = [line.split() for line in run.stdout.splitlines()]
    spills = rows[0].index("spills")
    assert len(rows) > len(names)
    assert all(row[spills] == "0" for row in rows[1:])
    if len(names) == len(CASES):
        golden(TABLE, run.stdout)
    known = TABLE.read_text(encoding="utf-8").splitlines()
    assert [line for line in run.stdout.splitlines() if line not in known] == []


@compiled
def test_kernels_compile_for_gpus_but_for_those_that_say_why_not() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("NUMBA_ENABLE_CUDASIM", None)
    command = [sys.executable, "-W", "ignore", "-m", "tests.gpu.compiled"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    refused = run.stdout.split()
    assert refused == ["two_series", "changed_by_an_argument"]
