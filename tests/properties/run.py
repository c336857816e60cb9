"""Look for wrong gradients: `python -m tests.properties.run --count 1000 --seed 0`.

Each failure is reduced and kept in tests/programs/failures/, with its seed.
"""

from __future__ import annotations

import argparse
import ast
import gc
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from .check import Verdict, judge, judge_apart
from .generate import program
from .reduce import reduced

FAILURES = Path(__file__).parents[1] / "programs" / "failures"
OTHERS = 500_000  # how far the seeds of programs are that are compiled before the others
ALIKE = 3  # failures of one signature that are reduced


def main() -> int:
    """Run the programs; return 1 if there were failures."""
    options = arguments()
    target = "cpu" if options.compiled else "python"
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    warm_up(options)
    begin = time.monotonic()
    for number, (seed, text) in enumerate(islice(programs(options), options.count)):
        verdict = judged(text, target, options.kind)
        counts[verdict.kind] += 1
        if verdict.kind != "ok":
            reasons[f"{verdict.kind}: {verdict.signature.splitlines()[0]}"] += 1
        if verdict.failed:
            alike = reasons[f"{verdict.kind}: {verdict.signature.splitlines()[0]}"]
            wanted = options.alike * (4 if verdict.kind == "wrong" else 1)
            keep(text, seed, verdict, (target, options.kind), alike <= wanted)
            if not options.keep_going:
                break
        if (number + 1) % 100 == 0:
            print(progress(number + 1, counts, begin), flush=True)
    print(progress(sum(counts.values()), counts, begin))
    for reason, times in reasons.most_common():
        print(f"{times:6} {reason}")
    return 1 if counts["wrong"] + counts["error"] else 0


def warm_up(options: argparse.Namespace) -> None:
    """Compile some other programs: the processes of all that follow begin with what they loaded."""
    others = argparse.Namespace(**{**vars(options), "seed": options.seed + OTHERS})
    for _, text in islice(programs(others), options.warm if options.compiled else 0):
        judge(text, "cpu", kind=options.kind)
    gc.collect()
    gc.freeze()


def programs(options: argparse.Namespace) -> Iterator[tuple[int, str]]:
    """Return programs with their seeds, those left out that are too long."""
    for seed in count(options.seed):
        text = program(seed, options.features, options.among)
        if text.partition("def f(")[2].count("\n") <= options.lines:
            yield seed, text


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compiled", action="store_true", help="compile the derivatives")
    parser.add_argument("--warm", type=int, default=20, help="programs to compile before them")
    parser.add_argument("--kind", default="", help="the derivative to ask for, such as jvp")
    parser.add_argument("--features", type=lambda text: text.split(","), help="exactly these")
    parser.add_argument("--among", type=lambda text: text.split(","), help="some of these")
    parser.add_argument("--lines", type=int, default=10**6, help="of the main function, at most")
    parser.add_argument("--keep-going", action="store_true", help="do not stop at a failure")
    parser.add_argument("--alike", type=int, default=ALIKE, help="failures of a kind to reduce")
    return parser.parse_args()


def progress(number: int, counts: Counter[str], begin: float) -> str:
    """Return a line with what was found so far."""
    rate = number / max(time.monotonic() - begin, 1e-9)
    found = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
    return f"{number} programs, {rate:.1f} a second: {found}"


def keep(text: str, seed: int, verdict: Verdict, asked: tuple[str, str], reduce: bool) -> None:
    """Write a failure to a file, reduced."""
    print(f"seed {seed}: {verdict.kind}: {verdict.signature}", flush=True)
    if not reduce:
        return
    small = reduced(text, lambda other: is_alike(judged(other, *asked), verdict))
    final = judged(small, *asked)
    note = f"Seed {seed}, {' '.join(asked)}: {final.kind}: {final.signature}\n\n{final.message}"
    note = note.replace("\\", "\\\\").replace('"""', "'''")
    FAILURES.mkdir(parents=True, exist_ok=True)
    path = FAILURES / f"{verdict.kind}_{seed}.py"
    path.write_text(f'"""{note}\n"""\n\n{ast.unparse(ast.parse(small))}\n')
    print(small, "\n", final.message, "\n", sep="", flush=True)


def judged(text: str, target: str, kind: str = "") -> Verdict:
    """Return what becomes of a program; compiled code may crash."""
    if target == "python":
        return judge(text, kind=kind)
    return judge_apart(text, target, kind=kind)


def is_alike(first: Verdict, second: Verdict) -> bool:
    """Return True if two verdicts are of the same mistake, as far as that can be seen."""
    if first.kind != second.kind:
        return False
    return first.signature == second.signature


if __name__ == "__main__":
    sys.exit(main())
