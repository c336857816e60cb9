"""Run the tests that reach what is weakened, in processes of their own."""

from __future__ import annotations

import hashlib
import os
import pickle
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from .patched import mark, weaken
from .sample import ROOT, Weakening

SLOWEST = 8.0  # seconds of a test that is used
MEMORY = 5 * 1024**3
Reach = dict[str, tuple[float, set[str]]]  # of each test: seconds, and the edits it reaches


@dataclass(frozen=True)
class Outcome:
    """What became of a weakening: which test noticed it, if one did, and what was run."""

    edit: Weakening
    noticed: str  # the name of a test, "" if none did
    tests: int
    seconds: float

    @property
    def fate(self) -> str:
        """Return "noticed", "unreached" or "survived"."""
        return "noticed" if self.noticed else "survived" if self.tests else "unreached"


@dataclass(eq=False)
class Judge:
    """A plugin of pytest: in place of running the tests, it judges weakenings with them."""

    edits: list[Weakening]
    budget: float  # seconds of the tests for one of them
    jobs: int
    tell: Callable[[Outcome], None]
    remembered: Path | None = None
    kills: Counter[str] = field(default_factory=Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge the weakenings with the tests that were collected."""
        items = {item.nodeid: item for item in session.items if not is_slow(item.nodeid)}
        reach = self.reach(items)
        waiting, running = list(self.edits)[::-1], {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                edit = waiting.pop()
                names = self.ordered(edit, reach)
                running[start(edit, [items[name] for name in names], reach, self.budget)] = edit
            streams, _, _ = select.select([stream for _, stream in running], [], [])
            for child in [child for child in running if child[1] in streams]:
                outcome = finished(child, running.pop(child))
                self.kills[outcome.noticed] += 1
                self.tell(outcome)
        return True

    def ordered(self, edit: Weakening, reach: Reach) -> list[str]:
        """Return the tests that reach a weakening, those first that are fast and notice much."""
        relative = str(edit.file.relative_to(ROOT))
        names = [name for name, (_, keys) in reach.items() if edit.key in keys]
        stem = edit.module.rpartition(".")[2]

        def rank(name: str) -> float:
            own = 20.0 if name.startswith((relative, "tests/")) and stem in name else 0.0
            return (1.0 + own + self.kills[name]) / (0.05 + reach[name][0])

        return sorted(names, key=rank, reverse=True)

    def reach(self, items: dict[str, pytest.Item]) -> Reach:
        """Return which edits each test reaches, and how long it takes."""
        parts = [*(edit.key for edit in self.edits), *sorted(items)]
        parts += [file.read_text() for file in sorted((ROOT / "srcdiff").rglob("*.py"))]
        asked = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        if self.remembered and self.remembered.exists():
            known, reach = pickle.loads(self.remembered.read_bytes())
            if known == asked:
                return dict(reach)
        reach = measured(list(items.values()), self.edits, self.jobs)
        if self.remembered:
            self.remembered.write_bytes(pickle.dumps((asked, reach)))
        return reach


def is_slow(name: str) -> bool:
    """Return True for tests that compile."""
    return "compiled[" in name.replace("uncompiled[", "[") or "test_the_compiled" in name


def measured(items: list[pytest.Item], edits: list[Weakening], jobs: int) -> Reach:
    """Run all tests once, and note which edits each of them reaches."""
    shares = [items[k::jobs] for k in range(jobs)]
    children = [forked(lambda s=share: marked(s, edits)) for share in shares]
    found: Reach = {}
    for child in children:
        data = everything(child[1])
        os.waitpid(child[0], 0)
        found.update(pickle.loads(data))
    return {name: value for name, value in found.items() if value[0] <= SLOWEST}


def marked(items: list[pytest.Item], edits: list[Weakening]) -> bytes:
    """Return the edits that tests reach, and how long they take."""
    found: Reach = {}
    reached: set[int] = set()
    mark(edits, reached)
    for item, following in zip(items, [*items[1:], None], strict=False):
        reached.clear()
        began = time.process_time()
        if run(item, following):
            keys = {edits[position].key for position in reached}
            found[item.nodeid] = (time.process_time() - began, keys)
    return pickle.dumps(found)


def start(
    edit: Weakening, items: list[pytest.Item], reach: Reach, budget: float
) -> tuple[int, int]:
    """Start a process that weakens and runs tests until one fails or the time is over."""

    def judge() -> bytes:
        weaken(edit)
        began, count = time.process_time(), 0
        for item, following in zip(items, [*items[1:], None], strict=False):
            if time.process_time() - began > budget:
                break
            count += 1
            resource.setrlimit(resource.RLIMIT_CPU, limit(20.0 + 10.0 * reach[item.nodeid][0]))
            if not run(item, following):
                return pickle.dumps((item.nodeid, count, time.process_time() - began))
        return pickle.dumps(("", count, time.process_time() - began))

    return forked(judge)


def limit(more: float) -> tuple[int, int]:
    """Return a limit of processor time, so many seconds from now."""
    end = int(time.process_time() + more) + 1
    return end, resource.getrlimit(resource.RLIMIT_CPU)[1]


def run(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Return True if a test passes or is skipped."""
    return not any(report.failed for report in runtestprotocol(item, False, following))


def forked(work: Callable[[], bytes]) -> tuple[int, int]:
    """Start a process with a cache of its own that says nothing but what it returns."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    os.close(reading)
    folder, shown = tempfile.mkdtemp(prefix="weakened-"), os.dup(2)
    try:
        os.environ["SRCDIFF_CACHE_DIR"] = folder
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        data = work()
        while data:
            data = data[os.write(writing, data) :]
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
    except BaseException:
        os.write(shown, traceback.format_exc().encode())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)
    raise AssertionError


def finished(child: tuple[int, int], edit: Weakening) -> Outcome:
    """Return the outcome of a child; one that dies or hangs has noticed."""
    data = everything(child[1])
    _, status = os.waitpid(child[0], 0)
    if os.WIFSIGNALED(status):
        return Outcome(edit, signal.Signals(os.WTERMSIG(status)).name, 1, 0.0)
    if os.WEXITSTATUS(status):
        raise RuntimeError(f"the tests of {edit.key} could not be run")
    return Outcome(edit, *pickle.loads(data))


def everything(stream: int) -> bytes:
    """Return all that is written to a stream, and close it."""
    with os.fdopen(stream, "rb") as file:
        return file.read()
