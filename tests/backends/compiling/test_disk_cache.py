"""Damaged files of compiled code are replaced; folders that cannot be written do no harm."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = """
import srcdiff

def square(x):
    return x * x

print(srcdiff.grad(square)(3.0))
"""
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "zeros": lambda content: b"\0" * len(content),
    "garbage": lambda content: bytes(range(256)) * 4,
}


def run(folder: Path) -> str:
    """Return what the script prints, in a process of its own."""
    file = folder / "script.py"
    file.write_text(SCRIPT)
    surroundings = {**os.environ, "SRCDIFF_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, str(file)]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a cache that is warm."""
    found = tmp_path_factory.mktemp("damaged")
    assert run(found) == "6.0\n"
    return found


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_replaced(folder: Path, suffix: str, damage: str) -> None:
    files = list((folder / "cache").rglob(f"*{suffix}"))
    assert files
    broken = {}
    for file in files:
        broken[file] = DAMAGES[damage](file.read_bytes())
        file.write_bytes(broken[file])
    assert run(folder) == "6.0\n"
    replaced = list((folder / "cache").rglob(f"*{suffix}"))
    assert replaced and all(file.read_bytes() != broken.get(file) for file in replaced)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    (cache / "__pycache__").write_text("a file, where Numba wants a folder")
    assert run(tmp_path) == "6.0\n"
