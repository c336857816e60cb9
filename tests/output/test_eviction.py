"""The cache of generated modules stays bounded, and nothing breaks when a file is gone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from srcdiff import grad
from srcdiff.output import eviction, store

from .test_store import cache, forget, forgotten  # noqa: F401  # fixtures

DAY = eviction.DAY
TEXT = "import math\n\n\ndef f(x):\n    return math.sin(x)\n"


def enter(folder: Path, word: str, days: float, size: int = 1000) -> Path:
    """Enter a module in a cache, with compiled code, last used some days ago."""
    stem = f"{word}_{0:016x}"
    file = folder / f"{stem}.py"
    assert store.save(file, TEXT, "f")
    kept = folder / "__pycache__"
    kept.mkdir(exist_ok=True)
    for name in (f"{stem}.f-4.py311.nbi", f"{stem}.f-4.py311.1.nbc", f"{stem}.cpython-311.pyc"):
        (kept / name).write_bytes(b"0" * size)
    age(folder, stem, days)
    return file


def age(folder: Path, stem: str, days: float) -> None:
    """Set the last use of a module."""
    then = time.time() - days * DAY
    for file in folder.rglob(f"{stem}*"):
        os.utime(file, (then, then))


def left(folder: Path) -> set[str]:
    """Return the first words of all files, compiled code included."""
    return {file.name.split("_0")[0] for file in folder.rglob("*_0*")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a cache with modules of several ages."""
    for word, days in (("old", 70.0), ("older", 90.0), ("lately", 3.0), ("today", 0.1)):
        enter(tmp_path, word, days)
    return tmp_path


def test_what_was_not_used_for_long_goes_with_its_compiled_code(folder: Path) -> None:
    eviction.prune(folder, time.time())
    assert left(folder) == {"lately", "today"}
    assert len(list(folder.rglob("*_0*"))) == 8


def test_the_oldest_go_above_a_size_but_for_what_is_in_use(folder: Path) -> None:
    eviction.prune(folder, time.time(), max_age=100 * DAY, max_bytes=11_000)
    assert left(folder) == {"old", "lately", "today"}
    eviction.prune(folder, time.time(), max_age=100 * DAY, max_bytes=0)
    assert left(folder) == {"today"}


def test_what_a_process_has_just_read_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.read(folder / f"older_{0:016x}.py") is not None
    eviction.prune(folder, time.time())
    assert left(folder) == {"older", "lately", "today"}
    wanted = folder / f"older_{0:016x}.py"
    age(folder, f"older_{0:016x}", 80.0)
    chosen = eviction.surplus

    def read_meanwhile(*given: Any) -> Any:
        found = chosen(*given)
        assert store.read(wanted) is not None  # by another process, after the decision
        return found

    monkeypatch.setattr(eviction, "surplus", read_meanwhile)
    eviction.prune(folder, time.time())
    assert left(folder) == {"older", "lately", "today"}


def test_reading_leaves_the_time_of_the_change(folder: Path) -> None:
    """Numba compares it with what it was when it kept compiled code."""
    file = folder / f"old_{0:016x}.py"
    before = file.stat().st_mtime_ns
    store.read(file)
    assert file.stat().st_mtime_ns == before
    assert time.time() - file.stat().st_atime < 60.0


def test_files_of_others_stay(folder: Path) -> None:
    names = ("notes.txt", f"mine_{7:016x}.py", "script.py", "data.tmp", "tmpabcdefgh.tmp")
    for name in names:
        (folder / name).write_text("print('not generated')\n")
        os.utime(folder / name, (0.0, 0.0))
    eviction.prune(folder, time.time())
    found = {file.name for file in folder.iterdir() if file.is_file()}
    assert set(names) & found == set(names) - {"tmpabcdefgh.tmp"}


def test_compiled_code_without_its_module_goes(folder: Path) -> None:
    (folder / f"old_{0:016x}.py").unlink()
    (folder / f"lately_{0:016x}.py").unlink()
    eviction.prune(folder, time.time())
    assert left(folder) == {"lately", "today"}


def test_a_process_prunes_at_its_first_file_and_seldom_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pruned: list[Path] = []
    monkeypatch.setattr(eviction, "prune", lambda folder, now: pruned.append(folder))
    for _ in range(eviction.EVERY + 1):
        eviction.prune_sometimes(tmp_path)
    assert len(pruned) == 2
    eviction._written.clear()  # as in another process
    eviction.prune_sometimes(tmp_path)
    assert len(pruned) == 2  # somebody did within the hour
    eviction._written.clear()
    os.utime(tmp_path / eviction.STAMP, (0.0, 0.0))
    eviction.prune_sometimes(tmp_path)
    assert len(pruned) == 3


def squared(x):
    return x * x


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_a_file_that_goes_before_it_is_run(
    cache: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    target: str,
) -> None:
    run = store.from_file

    def removed(title: str, text: str, file: Path) -> Any:
        file.unlink()
        return run(title, text, file)

    monkeypatch.setattr(store, "from_file", removed)
    assert grad(squared, target=target)(3.0) == 6.0


def checked(x):
    assert x > 0.0
    return x * x


def test_tracebacks_show_the_source_of_a_file_that_is_gone(cache: Path) -> None:  # noqa: F811
    derivative = grad(checked, target="python")
    assert derivative(1.0) == 2.0
    for file in cache.glob("*.py"):
        file.unlink()
    with pytest.raises(AssertionError) as caught:
        derivative(-1.0)
    assert "assert x > 0.0" in str(caught.traceback[-1].statement)


USER = """
import numba
from srcdiff import grad

def cubed(x):
    return x * x * x

slope = grad(cubed)

@numba.njit(cache=True)
def moved(x):
    return x - slope(x)

print(moved(2.0), sum(moved.stats.cache_hits.values()))
"""


def test_code_of_users_that_numba_kept_outlives_the_modules(tmp_path: Path) -> None:
    """Numba's file of `moved` asks for a generated module: if that is gone, it compiles anew."""
    (tmp_path / "user.py").write_text(USER)
    folder = tmp_path / "cache"

    def run() -> str:
        space = {**os.environ, "SRCDIFF_CACHE_DIR": str(folder)}
        command = [sys.executable, "-W", "error", str(tmp_path / "user.py")]
        found = subprocess.run(command, env=space, capture_output=True, text=True, timeout=300)
        assert found.returncode == 0, found.stderr
        return found.stdout.strip()

    assert run() == "-10.0 0"
    assert run() == "-10.0 1"
    for file in folder.rglob("*"):
        if file.is_file():
            os.utime(file, (0.0, 0.0))
    eviction.prune(folder, time.time())
    assert not list(folder.rglob("cubed*"))
    assert run() == "-10.0 0"
    assert run() == "-10.0 1"


PRUNER = """
import sys, time
from pathlib import Path
from srcdiff.output import eviction
for _ in range(100):
    eviction.prune(Path(sys.argv[1]), time.time() + 90 * eviction.DAY)
"""


def test_processes_that_write_and_prune_at_once(cache: Path) -> None:  # noqa: F811
    """One that removes everything at once, all the time, disturbs none that writes and reads."""
    cache.mkdir(mode=0o700)
    command = [sys.executable, "-W", "error", "-c", PRUNER, str(cache)]
    pruners = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    while any(pruner.poll() is None for pruner in pruners):
        forget()
        assert grad(squared, target="python")(3.0) == 6.0
    for pruner in pruners:
        _, errors = pruner.communicate()
        assert pruner.returncode == 0, errors
