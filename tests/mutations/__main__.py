"""Change real programs at random and judge their derivatives.

    python -m tests.mutations --count 1000 --seed 0 [--compiled] [--jobs 2] [--corpus FILE]

Prints what became of the mutants, the rate of refusals for each kind of change, and the reasons;
failures are reduced and written to a folder. Returns 1 if there were any.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections import Counter, defaultdict
from pathlib import Path

from .change import mutant
from .judge import Verdict
from .reduce import reduced
from .sources import Program, sources
from .workers import Answer, answers, judge_apart

FAILED = ("wrong", "error", "crash", "hang")
ORDER = ("right", "refused", "discarded", *FAILED)
ALIKE = 2  # failures of one signature that are reduced


def main() -> int:
    """Judge mutants; return 1 if there were failures."""
    options = arguments()
    warnings.simplefilter("ignore")
    programs = sources(options.corpus)
    if options.only:
        programs = [program for program in programs if options.only in program.name]
    target = "cpu" if options.compiled else "python"
    seeds = list(range(options.seed, options.seed + options.count))
    counts: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: Counter[str] = Counter()
    began = time.monotonic()
    print(f"{len(programs)} programs", flush=True)
    for answer in answers(programs, seeds, target, options.jobs):
        counts[answer.verdict.kind] += 1
        reasons[answer.verdict.signature] += answer.verdict.kind != "right"
        for change in answer.changes:
            kinds[change][answer.verdict.kind] += 1
        if answer.verdict.kind in FAILED:
            alike = reasons[answer.verdict.signature]
            keep(programs, answer, target, Path(options.folder), alike <= options.alike)
        if sum(counts.values()) % 100 == 0:
            print(progress(counts, began), flush=True)
    print(f"{progress(counts, began)}\n{table(kinds)}")
    for reason, times in reasons.most_common(options.reasons):
        print(f"{times:6} {reason}")
    return 1 if any(counts[kind] for kind in FAILED) else 0


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compiled", action="store_true", help="compile the derivatives")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--corpus", help="a file that names functions of installed packages")
    parser.add_argument("--only", help="programs with this in their names")
    parser.add_argument("--alike", type=int, default=ALIKE, help="failures of a kind to reduce")
    parser.add_argument("--reasons", type=int, default=40, help="reasons to print")
    parser.add_argument("--folder", default="mutants-found", help="where failures are written")
    return parser.parse_args()


def progress(counts: Counter[str], began: float) -> str:
    """Return a line with what was found so far."""
    total = sum(counts.values())
    found = ", ".join(f"{kind} {counts[kind]}" for kind in ORDER if counts[kind] or kind == "wrong")
    return f"{total} mutants, {total / (time.monotonic() - began):.1f} a second: {found}"


def table(kinds: dict[str, Counter[str]]) -> str:
    """Return the rate of refusals, of what was not discarded, by kind of change."""
    lines = [f"{'change':20}{'mutants':>9}{'judged':>9}{'refused':>9}{'failed':>9}"]
    for change, counts in sorted(kinds.items()):
        judged = sum(counts.values()) - counts["discarded"]
        rate = 100.0 * counts["refused"] / max(judged, 1)
        failed = sum(counts[kind] for kind in FAILED)
        total = sum(counts.values())
        lines.append(f"{change:20}{total:9}{judged:9}{rate:8.1f}%{failed:9}")
    return "\n".join(lines)


def keep(programs: list[Program], answer: Answer, target: str, folder: Path, wanted: bool) -> None:
    """Print a failure; reduce it and write it to a file if that is wanted."""
    print(f"seed {answer.seed}: {answer.verdict.signature} {answer.changes}", flush=True)
    if not wanted:
        return
    program = mutant(programs, answer.seed).program
    verdict = answer.verdict
    if verdict.kind != "hang":
        text = reduced(program.text, program.entry, lambda t: is_alike(program, t, verdict, target))
        program = Program(**{**vars(program), "text": text})
        verdict = judge_apart(program, target)
    note = f"Seed {answer.seed} of {program.name}: {verdict.signature}\n\n{verdict.message}"
    lines = "\n".join(f"# {line}".rstrip() for line in note.splitlines())
    given = "\n".join(f"# {value!r}".replace("\n", "") for value in program.arguments)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{verdict.kind}_{answer.seed}.py"
    file.write_text(f"{lines}\n#\n# arguments of {program.entry}:\n{given}\n\n{program.text}\n")
    print(file.read_text(), flush=True)


def is_alike(program: Program, text: str, verdict: Verdict, target: str) -> bool:
    """Return True if another text gets the same verdict."""
    found = judge_apart(Program(**{**vars(program), "text": text}), target)
    return found.signature == verdict.signature


if __name__ == "__main__":
    sys.exit(main())
