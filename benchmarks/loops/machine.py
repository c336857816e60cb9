"""What the figures were measured with."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib import metadata
from pathlib import Path

PACKAGES = ("numba", "llvmlite", "numpy", "jax")


def described() -> dict[str, str | int]:
    """Return the machine and the versions of what is measured on it."""
    found: dict[str, str | int] = {
        "processor": processor(),
        "cores": os.cpu_count() or 0,
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": first_line("gcc", "--version"),
    }
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "none"
    return found


def commit() -> str:
    """Return the commit that is measured."""
    return first_line("git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD")


def processor() -> str:
    """Return the name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def first_line(*command: str) -> str:
    """Return the first line of what a command prints."""
    try:
        done = subprocess.run(command, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return "none"
    return done.stdout.splitlines()[0]
