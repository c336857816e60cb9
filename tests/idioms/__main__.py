"""Look for wrong derivatives: `python -m tests.idioms --count 1000 --seed 0`.

Programs of idioms are judged in other processes. Failures are reduced, and kept in a folder if one
is given. At the end stands how often each idiom is refused.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .catalogue import IDIOMS, SUBJECTS
from .judge import MODES, SECONDS, Verdict, judge
from .program import Program
from .reduce import reduced
from .table import Refusals
from .workers import PATIENCE, Options, apart, results

KINDS = ("right", "refused", "discarded", "wrong", "error", "hang")


def main() -> int:
    """Run the programs; return 1 if there were failures."""
    given = arguments()
    folder = tempfile.mkdtemp(prefix="idioms-")
    os.environ["SRCDIFF_CACHE_DIR"] = folder
    try:
        return searched(given)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.idioms", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--compiled", action="store_true", help="compile the derivatives")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mode", choices=("mixed", "all", *MODES), default="mixed")
    parser.add_argument("--idiom", action="append", default=[], help="only this one; repeatable")
    parser.add_argument("--subject", action="append", default=[], choices=SUBJECTS)
    parser.add_argument("--without", action="append", default=[], help="not this one; repeatable")
    parser.add_argument("--exact", default="", help="the path of an external judge, see exact.py")
    parser.add_argument("--show", action="store_true", help="print the programs, judge none")
    parser.add_argument("--failures", type=Path, help="a folder for failures")
    parser.add_argument("--alike", type=int, default=2, help="failures of a kind to reduce")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each reduction")
    parser.add_argument("--reasons", action="store_true", help="print all reasons of refusals")
    return parser.parse_args()


def searched(given: argparse.Namespace) -> int:
    """Judge the programs and print what became of them."""
    modes = {"mixed": (), "all": MODES}.get(given.mode, (given.mode,))
    options = Options(
        tuple(modes), "cpu" if given.compiled else "python", chosen(given), given.exact
    )
    seeds = range(given.seed, given.seed + given.count)
    if given.show:
        from .workers import generate

        for seed in seeds:
            print(f"# seed {seed}\n{generate(seed, options.only).text}")
        return 0
    counts: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    refusals = Refusals()
    begin = time.monotonic()
    failures: list[tuple[int, Program, Verdict]] = []
    try:
        for seed, program, verdict in results(seeds, options, given.jobs):
            counts[verdict.kind] += 1
            refusals.add(program, verdict)
            cause = cause_of(verdict)
            causes[cause] += 1
            if verdict.failed:
                print(f"seed {seed}: {cause}", flush=True)
                if causes[cause] <= given.alike:
                    failures.append((seed, program, verdict))
            if sum(counts.values()) % 100 == 0:
                print(progress(counts, begin), flush=True)
    except KeyboardInterrupt:
        print("interrupted: what was found so far")
    print(progress(counts, begin), "", *refusals.lines(), "", sep="\n")
    for cause, times in causes.most_common():
        if given.reasons or cause.split()[0] not in ("right", "refused"):
            print(f"{times:6} {cause}")
    report(failures, given, options)
    return 1 if any(counts[kind] for kind in ("wrong", "error", "hang")) else 0


def chosen(given: argparse.Namespace) -> tuple[str, ...]:
    """Return the idioms that were asked for; () stands for all."""
    wrong = [name for name in given.idiom + given.without if name not in IDIOMS]
    if wrong:
        raise SystemExit(f"there is no idiom {wrong[0]!r}")
    named = list(given.idiom)
    named += [name for name, idiom in IDIOMS.items() if idiom.subject in given.subject]
    if given.without:
        return tuple(name for name in named or IDIOMS if name not in given.without)
    return tuple(named)


def cause_of(verdict: Verdict) -> str:
    """Return what failures with probably one cause have in common."""
    first = verdict.signature.split("\n")[0][:110]
    return f"{verdict.kind} {verdict.mode}: {first}" if first else verdict.kind


def progress(counts: Counter[str], begin: float) -> str:
    """Return a line with what was found so far."""
    number = sum(counts.values())
    rate = number / max(time.monotonic() - begin, 1e-9)
    found = ", ".join(f"{kind} {counts[kind]}" for kind in KINDS)
    return f"{number} programs, {rate:.1f} a second: {found}"


def report(
    failures: list[tuple[int, Program, Verdict]], given: argparse.Namespace, options: Options
) -> None:
    """Reduce failures, print them, and keep them."""
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(given.jobs, mp_context=context) as pool:
        waiting = [
            (seed, verdict, pool.submit(small, program.text, verdict, options, given.seconds))
            for seed, program, verdict in failures
        ]
        for seed, verdict, future in waiting:
            text, final = future.result()
            head = f"# seed {seed}: {cause_of(verdict)}"
            lines = [f"# {line}" for line in (final.message or verdict.message).splitlines()[-12:]]
            note = "\n".join((head, *lines, text, ""))
            print(note, flush=True)
            if given.failures:
                given.failures.mkdir(parents=True, exist_ok=True)
                (given.failures / f"{verdict.kind}_{seed}.py").write_text(note)


def small(text: str, verdict: Verdict, options: Options, seconds: float) -> tuple[str, Verdict]:
    """Return a smaller program that fails in the same manner, and its verdict."""
    found = reduced(text, lambda other: is_alike(other, verdict, options), seconds)
    return found, judged(found, verdict, options)


def judged(text: str, verdict: Verdict, options: Options) -> Verdict:
    """Return what becomes of a changed program in the mode that failed."""
    modes = options.modes
    if verdict.mode and verdict.signature != "the modes differ":
        modes = (verdict.mode,)
    if options.target == "python" and verdict.kind != "hang" and "crash" not in verdict.signature:
        return judge(Program(text), modes, options.target, options.exact)
    limit = PATIENCE * SECONDS[options.target]
    return apart(lambda: judge(Program(text), modes, options.target, options.exact), limit)


def is_alike(text: str, verdict: Verdict, options: Options) -> bool:
    """Return True if a changed program fails in the same manner."""
    found = judged(text, verdict, options)
    return (found.kind, found.signature, found.mode) == (
        verdict.kind,
        verdict.signature,
        verdict.mode,
    )


if __name__ == "__main__":
    sys.exit(main())
