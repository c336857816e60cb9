"""Judge many programs in other processes, which may crash or hang."""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..time_limit import limited
from .judge import SECONDS, Hang, Verdict, judge
from .program import Program, load
from .program import generate as generate_once

EACH = {"python": 300, "cpu": 25}  # programs that one process judges
PATIENCE = 40.0  # how many times the processor time may pass on the clock of a busy machine
TRIES = 5
MAY_RAISE = 10  # one of so many programs may raise


@dataclass(frozen=True)
class Options:
    """What is asked of each program."""

    modes: tuple[str, ...] = ()
    target: str = "python"
    only: tuple[str, ...] = ()
    exact: str = ""  # the path of an external judge


@dataclass
class Worker:
    """A process, the pipes to it and from it, and what it works on."""

    process: int
    requests: Any
    answers: Any
    seed: int | None = None
    since: float = 0.0
    judged: int = 0


def generate(seed: int, only: Sequence[str] = ()) -> Program:
    """Return a program of a seed that runs; a few may raise."""
    for attempt in range(TRIES):
        program = generate_once(seed + 10**9 * attempt, only)
        if seed % MAY_RAISE == 0 or runs(program.text):
            break
    return program


def runs(text: str) -> bool:
    """Return True unless a program raises."""
    try:
        with limited(1.0, Hang), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = load(text)
            loaded.plain(*loaded.arguments())
    except Hang:
        return False
    except Exception:
        return False
    return True


def results(
    seeds: Sequence[int], options: Options, jobs: int
) -> Iterator[tuple[int, Program, Verdict]]:
    """Return programs with what becomes of them, as they come from the processes."""
    waiting = list(reversed(seeds))
    workers = [start(options) for _ in range(min(jobs, len(waiting)))]
    try:
        while waiting or any(worker.seed is not None for worker in workers):
            for at, worker in enumerate(workers):
                if worker.seed is None and waiting:
                    if worker.judged >= EACH[options.target]:
                        stop(worker)
                        worker = workers[at] = start(options)
                    give(worker, waiting.pop())
            for at, answer in ready(workers, options):
                worker = workers[at]
                seed = worker.seed
                assert seed is not None
                worker.seed = None
                if isinstance(answer, Verdict):  # it died, or had to be stopped
                    stop(worker)
                    workers[at] = start(options)
                    yield seed, generate(seed, options.only), answer
                else:
                    yield seed, *answer
    finally:
        for worker in workers:
            stop(worker)


def start(options: Options) -> Worker:
    """Start a process that judges the programs of the seeds it gets."""
    gc.collect()
    gc.freeze()
    asked, request = os.pipe()
    answered, answer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(request)
        os.close(answered)
        serve(os.fdopen(asked, "rb"), os.fdopen(answer, "wb"), options)
        os._exit(0)
    os.close(asked)
    os.close(answer)
    return Worker(process, os.fdopen(request, "wb"), os.fdopen(answered, "rb"))


def serve(requests: Any, answers: Any, options: Options) -> None:
    """Judge the programs of seeds until there are no more."""
    while True:
        try:
            seed = pickle.load(requests)
        except EOFError:
            return
        program = generate(seed, options.only)
        verdict = judge(program, options.modes, options.target, options.exact)
        pickle.dump((program, verdict), answers)
        answers.flush()


def give(worker: Worker, seed: int) -> None:
    """Send a seed to a process."""
    pickle.dump(seed, worker.requests)
    worker.requests.flush()
    worker.seed, worker.since = seed, time.monotonic()
    worker.judged += 1


def ready(workers: Sequence[Worker], options: Options) -> Iterator[tuple[int, Any]]:
    """Return the answers that are there, a verdict for processes that died or take too long."""
    busy = {worker.answers: at for at, worker in enumerate(workers) if worker.seed is not None}
    found, _, _ = select.select(list(busy), [], [], 1.0)
    for stream in found:
        try:
            yield busy[stream], pickle.load(stream)
        except (EOFError, pickle.UnpicklingError):
            yield busy[stream], crash(workers[busy[stream]].process)
    limit = PATIENCE * SECONDS[options.target]
    for stream, at in busy.items():
        if stream not in found and time.monotonic() - workers[at].since > limit:
            yield at, Verdict("hang", "the process does not answer")


def crash(process: int) -> Verdict:
    """Return the verdict on a process that has ended."""
    _, status = os.waitpid(process, 0)
    number = os.waitstatus_to_exitcode(status)
    name = signal.Signals(-number).name if number < 0 else f"exit {number}"
    return Verdict("error", f"crash: {name}", "the process ended")


def stop(worker: Worker) -> None:
    """End a process."""
    for stream in (worker.requests, worker.answers):
        try:
            stream.close()
        except OSError:
            continue
    try:
        os.kill(worker.process, signal.SIGKILL)
        os.waitpid(worker.process, 0)
    except (ProcessLookupError, ChildProcessError):
        return


def apart(call: Callable[[], Verdict], seconds: float) -> Verdict:
    """Return the verdict of a call in a process of its own."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(call(), stream)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        found, _, _ = select.select([stream], [], [], seconds)
        if not found:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return Verdict("hang", "the process does not answer")
        try:
            verdict: Verdict = pickle.load(stream)
        except (EOFError, pickle.UnpicklingError):
            return crash(process)
    os.waitpid(process, 0)
    return verdict
