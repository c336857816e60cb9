"""Remove generated modules from the cache that nobody has used for long, or that are too many.

The unit is a module with what Python and Numba keep of it in `__pycache__`. Its last use is the
latest time of access or change of these files; `used` sets it when a module is loaded, as many
file systems do not. A module that was used within `GRACE` stays, whatever the size of the folder.

Nothing that runs is lost with a file: modules are in memory once they are loaded, a process that
finds its file gone writes it anew (store.py), and Numba compiles anew what it had kept.
Files of other names, or without the checksum of generated modules, are not touched.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HOUR = 3600.0
DAY = 24 * HOUR
MAX_AGE = 60 * DAY  # since the last use
MAX_BYTES = 512 * 2**20
FRESH = HOUR  # how long a time of access is good enough
GRACE = DAY + FRESH  # what was used since then is in use
EVERY = 100  # files that a process writes between two looks at the folder
STAMP = ".pruned"  # its time is that of the last look
MODULE = re.compile(r"(?P<stem>.+_[0-9a-f]{16})\.py")
COMPILED = re.compile(r"(?P<stem>.+?_[0-9a-f]{16})\..+")
TEMPORARY = re.compile(r"tmp\w+\.tmp")  # what store.save writes before it has a name

_written: defaultdict[Path, int] = defaultdict(int)


@dataclass(frozen=True)
class Entry:
    """A module of the cache: its files, their size, and when one of them was last used."""

    stem: str
    files: tuple[Path, ...]
    size: int
    last_use: float


def used(file: Path) -> None:
    """Set the time of access of a file, at most once an hour; that of its change stays."""
    with contextlib.suppress(OSError):
        found = file.stat()
        if found.st_atime < time.time() - FRESH:
            os.utime(file, ns=(time.time_ns(), found.st_mtime_ns))


def prune_sometimes(folder: Path) -> None:
    """Prune a folder that a file was written to, unless that was done lately.

    It is done at the first file of a process if nobody has in the last hour, and at each
    hundredth.
    """
    count = _written[folder]
    _written[folder] += 1
    if count % EVERY:
        return
    stamp = folder / STAMP
    try:
        if count == 0 and time.time() - stamp.stat().st_mtime < HOUR:
            return
    except OSError:
        pass  # it was never pruned
    with contextlib.suppress(OSError):
        stamp.touch(mode=0o600)
        prune(folder, time.time())


def prune(folder: Path, now: float, max_age: float = MAX_AGE, max_bytes: int = MAX_BYTES) -> None:
    """Remove modules that were not used for `max_age` seconds, then the oldest above a size."""
    known = list(entries(folder))
    for entry in surplus(known, now, max_age, max_bytes):
        module = folder / f"{entry.stem}.py"
        again = entry_of(entry.stem, entry.files)  # another process may just have used it
        if again.last_use > entry.last_use or not (is_generated(module) or not module.exists()):
            continue
        for file in entry.files:
            with contextlib.suppress(OSError):
                file.unlink()
    for file in folder.glob("*.tmp"):
        with contextlib.suppress(OSError):
            if TEMPORARY.fullmatch(file.name) and now - file.stat().st_mtime > GRACE:
                file.unlink()


def surplus(
    known: Sequence[Entry], now: float, max_age: float, max_bytes: int
) -> tuple[Entry, ...]:
    """Return the modules to remove: those that are too old, then the oldest above a size.

    >>> found = [Entry(f"m{k}", (), 10, k * DAY) for k in (1, 50, 90, 99)]
    >>> [e.stem for e in surplus(found, 100 * DAY, max_age=60 * DAY, max_bytes=40)]
    ['m1']
    >>> [e.stem for e in surplus(found, 100 * DAY, max_age=60 * DAY, max_bytes=25)]
    ['m1', 'm50']
    >>> [e.stem for e in surplus(found, 99.5 * DAY, max_age=60 * DAY, max_bytes=0)]
    ['m1', 'm50', 'm90']
    """
    size = sum(entry.size for entry in known)
    removed = []
    for entry in sorted(known, key=lambda entry: entry.last_use):
        age = now - entry.last_use
        if age > max_age or (size > max_bytes and age > GRACE):
            removed.append(entry)
            size -= entry.size
    return tuple(removed)


def entries(folder: Path) -> Iterator[Entry]:
    """Yield the modules of a folder, and what is left in `__pycache__` of some that are gone."""
    files: defaultdict[str, list[Path]] = defaultdict(list)
    for place, pattern in ((folder, MODULE), (folder / "__pycache__", COMPILED)):
        try:
            names = os.listdir(place)
        except OSError:
            continue
        for name in names:
            found = pattern.fullmatch(name)
            if found:
                files[found["stem"]].append(place / name)
    for stem, own in files.items():
        yield entry_of(stem, own)


def entry_of(stem: str, files: Sequence[Path]) -> Entry:
    """Return a module with what its files are like now."""
    size = 0
    last_use = 0.0
    for file in files:
        with contextlib.suppress(OSError):
            found = file.stat()
            size += found.st_size
            last_use = max(last_use, found.st_atime, found.st_mtime)
    return Entry(stem, tuple(files), size, last_use)


def is_generated(file: Path) -> bool:
    """Return True if a file ends with the checksum of a generated module, right or wrong."""
    from srcdiff.output.store import MARK

    try:
        with open(file, "rb") as stream:
            stream.seek(0, os.SEEK_END)
            stream.seek(max(0, stream.tell() - 400))
            tail = stream.read()
    except OSError:
        return False
    lines = tail.splitlines()
    return bool(lines) and lines[-1].startswith(MARK.encode())
