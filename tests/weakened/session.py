"""Run the tests that reach what is weakened, in processes of their own."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .patched import statement_of, weaken
from .processes import everything, forked, limit, run
from .reach import Reach, reach
from .sample import ROOT, Weakening


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
    passing: dict[str, bool] = field(default_factory=dict)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Judge the weakenings with the tests that were collected."""
        items = {item.nodeid: item for item in session.items if not is_slow(item.nodeid)}
        known = reach(items, self.jobs, self.remembered)
        waiting, running = list(self.edits)[::-1], {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                edit = waiting.pop()
                names = self.ordered(edit, known)
                running[start(edit, [items[name] for name in names], known, self.budget)] = edit
            streams, _, _ = select.select([stream for _, stream in running], [], [])
            for child in [child for child in running if child[1] in streams]:
                outcome = finished(child, running.pop(child))
                item = items.get(outcome.noticed)
                if item and not self.passes(item):  # since srcdiff has changed
                    del known[outcome.noticed]
                    waiting.append(outcome.edit)
                    continue
                self.kills.update((outcome.noticed, outcome.noticed.partition("::")[0]))
                self.tell(outcome)
        return True

    def passes(self, item: pytest.Item) -> bool:
        """Return True if a test passes where nothing is weakened."""
        if item.nodeid not in self.passing:
            stream = forked(lambda: pickle.dumps(run(item, None)))
            self.passing[item.nodeid] = bool(pickle.loads(everything(stream[1])))
            os.waitpid(stream[0], 0)
        return self.passing[item.nodeid]

    def ordered(self, edit: Weakening, known: Reach) -> list[str]:
        """Return the tests that reach a weakening, those first that are fast and notice much.

        Tests of the module come first: its doctests, and the file that mirrors it.
        """
        own, function = statement_of(edit), f"{edit.module}.{edit.function}: "
        names = [name for name, test in known.items() if own in test.keys]
        if not names:  # the statement is new since the tests were measured, or none reaches it
            names = [n for n, t in known.items() if any(k.startswith(function) for k in t.keys)]
        relative = edit.file.relative_to(ROOT)
        mirrored = Path("tests", *relative.parts[1:-1], f"test_{relative.name}")

        def rank(name: str) -> float:
            file = name.partition("::")[0]
            score = 1.0 + self.kills[name] + 0.2 * self.kills[file]
            if Path(file) == relative:
                score += 50.0
            elif Path(file) == mirrored:
                score += 30.0
            elif relative.stem in name:
                score += 20.0
            return score / (0.05 + known[name].seconds)

        return sorted(names, key=rank, reverse=True)


def is_slow(name: str) -> bool:
    """Return True for tests that compile."""
    return "compiled[" in name.replace("uncompiled[", "[") or "test_the_compiled" in name


def start(
    edit: Weakening, items: list[pytest.Item], known: Reach, budget: float
) -> tuple[int, int]:
    """Start a process that weakens and runs tests until one fails or the time is over."""

    def judge() -> bytes:
        weaken(edit)
        began, count = time.process_time(), 0
        for item, following in zip(items, [*items[1:], None], strict=False):
            if time.process_time() - began > budget:
                break
            count += 1
            resource.setrlimit(resource.RLIMIT_CPU, limit(20.0 + 10.0 * known[item.nodeid].seconds))
            if not run(item, following):
                return pickle.dumps((item.nodeid, count, time.process_time() - began))
        return pickle.dumps(("", count, time.process_time() - began))

    return forked(judge)


def finished(child: tuple[int, int], edit: Weakening) -> Outcome:
    """Return the outcome of a child; one that dies or hangs has noticed."""
    data = everything(child[1])
    _, status = os.waitpid(child[0], 0)
    if os.WIFSIGNALED(status):
        return Outcome(edit, signal.Signals(os.WTERMSIG(status)).name, 1, 0.0)
    if os.WEXITSTATUS(status):
        raise RuntimeError(f"the tests of {edit.key} could not be run")
    return Outcome(edit, *pickle.loads(data))
