"""Which tests reach what: each test is run once, and its statements of the functions are noted.

What is found can be kept in a file. It only says in which order tests are tried, so it stays of
use when srcdiff changes: tests of files that have changed are measured again, and an edit of a
statement that is new takes the tests that reach its function.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from .patched import mark
from .processes import everything, forked, run
from .sample import ROOT, modules

SLOWEST = 8.0  # seconds of a test that is used
TOGETHER = 100  # tests that one process runs


@dataclass(frozen=True)
class Reached:
    """The seconds of a test, and the statements and functions it reaches."""

    digest: str  # of the file of the test
    seconds: float
    keys: frozenset[str]
    passes: bool


Reach = dict[str, Reached]  # by the names of tests


def reach(items: dict[str, pytest.Item], jobs: int, remembered: Path | None) -> Reach:
    """Return what each test reaches that passes, and is not slow."""
    found: Reach = {}
    if remembered and remembered.exists():
        found = pickle.loads(remembered.read_bytes())
    digests = {name: digest(name) for name in items}
    fresh = [
        item
        for name, item in items.items()
        if name not in found or found[name].digest != digests[name]
    ]
    if fresh:
        found |= measured(fresh, jobs, digests)
        if remembered:
            remembered.write_bytes(pickle.dumps(found))
    return {
        name: found[name]
        for name in items
        if name in found and found[name].passes and found[name].seconds <= SLOWEST
    }


def digest(name: str) -> str:
    """Return what changes with the file of a test."""
    return hashlib.sha256((ROOT / name.partition("::")[0]).read_bytes()).hexdigest()


def measured(items: list[pytest.Item], jobs: int, digests: dict[str, str]) -> Reach:
    """Run tests once, and note what each of them reaches.

    No process runs many: what they have made stays in memory.
    """
    waiting = [items[k : k + TOGETHER] for k in range(0, len(items), TOGETHER)]
    found: Reach = {}
    while waiting:
        shares = [waiting.pop() for _ in range(min(jobs, len(waiting)))]
        children = [forked(lambda s=share: marked(s, digests)) for share in shares]
        for child in children:
            data = everything(child[1])
            os.waitpid(child[0], 0)
            found.update(pickle.loads(data))
    return found


def marked(items: list[pytest.Item], digests: dict[str, str]) -> bytes:
    """Return what tests reach, and how long they take."""
    found: Reach = {}
    reached: set[str] = set()
    for module in modules():
        mark(module, reached)
    for item, following in zip(items, [*items[1:], None], strict=False):
        reached.clear()
        began = time.process_time()
        passes = run(item, following)
        seconds = time.process_time() - began
        found[item.nodeid] = Reached(digests[item.nodeid], seconds, frozenset(reached), passes)
    return pickle.dumps(found)
