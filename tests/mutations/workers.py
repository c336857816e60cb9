"""Judge mutants in processes of their own, which may crash or hang."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import select
import signal
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .change import mutant
from .judge import Verdict, judge
from .sources import Program

WALL = 1200.0  # seconds without an answer, on a busy machine, after which a worker is killed
TURNS = 400  # mutants of one worker; then another takes its place, with the memory free again
MEMORY = 6 * 1024**3  # bytes of a worker


@dataclass(frozen=True)
class Answer:
    """What a worker says of a seed."""

    seed: int
    changes: tuple[str, ...]
    name: str
    verdict: Verdict


@dataclass
class Worker:
    """A process that judges some seeds, as the parent sees it."""

    process: int
    stream: int
    seeds: list[int]
    heard: float = field(default_factory=time.monotonic)
    data: bytes = b""

    def messages(self) -> Iterator[Any]:
        """Return what has arrived in full."""
        while len(self.data) >= 4:
            (size,) = struct.unpack("<I", self.data[:4])
            if len(self.data) < 4 + size:
                return
            yield pickle.loads(self.data[4 : 4 + size])
            self.data = self.data[4 + size :]


def answers(programs: list[Program], seeds: list[int], target: str, jobs: int) -> Iterator[Answer]:
    """Return the verdicts on the mutants of some seeds, as they come.

    A worker that dies, or says nothing for long, gives its current seed the verdict "crash" or
    "hang"; the seeds that it has left are given to others.
    """
    gc.collect()
    gc.freeze()
    waiting = [seeds[k : k + TURNS] for k in range(0, len(seeds), TURNS)][::-1]
    running: list[Worker] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(start(programs, waiting.pop(), target))
            for worker in ready(running):
                for answer in heard(worker, running, waiting):
                    before = time.monotonic()
                    yield answer
                    for other in running:  # what took the time was not theirs
                        other.heard += time.monotonic() - before
    finally:
        for worker in running:
            end(worker)


def ready(running: list[Worker]) -> list[Worker]:
    """Return the workers that have said something, ended, or been silent for too long."""
    streams, _, _ = select.select([worker.stream for worker in running], [], [], 1.0)
    return [w for w in running if w.stream in streams or is_silent(w)]


def is_silent(worker: Worker) -> bool:
    """Return True if a worker has said nothing for too long, and nothing waits to be read."""
    waits = select.select([worker.stream], [], [], 0.0)[0]
    return not waits and time.monotonic() - worker.heard > WALL


def heard(worker: Worker, running: list[Worker], waiting: list[list[int]]) -> Iterator[Answer]:
    """Return the answers of one worker; take it away if it has ended."""
    silent = is_silent(worker)
    if not silent:
        chunk = os.read(worker.stream, 1 << 16)
        worker.data += chunk
        worker.heard = time.monotonic()
        for answer in worker.messages():
            worker.seeds.remove(answer.seed)
            yield answer
        if chunk:
            return
    status = end(worker)
    running.remove(worker)
    if worker.seeds:
        verdict = Verdict("hang", "", f"no answer in {WALL:.0f} s")
        if not silent:
            name = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "exit"
            verdict = Verdict("crash", "", name)
        yield Answer(worker.seeds[0], (), "", verdict)
        if worker.seeds[1:]:
            waiting.append(worker.seeds[1:])


def end(worker: Worker) -> int:
    """End a worker; return its status."""
    os.kill(worker.process, signal.SIGKILL)
    _, status = os.waitpid(worker.process, 0)
    os.close(worker.stream)
    return status


def start(programs: list[Program], seeds: list[int], target: str) -> Worker:
    """Start a worker for some seeds."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return Worker(process, reading, list(seeds))
    try:
        os.close(reading)
        quietly()
        work(programs, seeds, target, writing)
    finally:
        os._exit(0)


def work(programs: list[Program], seeds: list[int], target: str, stream: int) -> None:
    """Judge seeds and write the answers to a stream."""
    for seed in seeds:
        found = mutant(programs, seed)
        answer = Answer(seed, found.changes, found.program.name, judge(found.program, target))
        data = pickle.dumps(answer)
        os.write(stream, struct.pack("<I", len(data)) + data)


def quietly() -> None:
    """Print nowhere, and do not take all the memory there is."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)


def judge_apart(program: Program, target: str) -> Verdict:
    """Return the verdict on one program by a process of its own."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(reading)
            quietly()
            os.write(writing, pickle.dumps(judge(program, target)))
        finally:  # nothing that is raised here may end the workers of the parent
            os._exit(0)
    os.close(writing)
    worker = Worker(process, reading, [0])
    while time.monotonic() - worker.heard < WALL:
        if select.select([reading], [], [], 1.0)[0]:
            chunk = os.read(reading, 1 << 16)
            worker.data += chunk
            if not chunk:
                break
    status = end(worker)
    if worker.data:
        verdict: Verdict = pickle.loads(worker.data)
        return verdict
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL:
        return Verdict("crash", "", signal.Signals(os.WTERMSIG(status)).name)
    return Verdict("hang", "", f"no answer in {WALL:.0f} s")
