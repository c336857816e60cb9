"""Weaken conditions of srcdiff one by one, and see whether the tests notice.

    python -m tests.weakened --sample 300 --seed 0 --jobs 2

Prints each edit that no test notices, with its place, and how many were noticed. Edits that
change nothing, by the list in equivalent.py, count as neither.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from .equivalent import EQUIVALENT
from .sample import ROOT, sample, short
from .session import Judge, Outcome

TESTS = """tests/golden tests/analyse tests/differentiate tests/optimise tests/normalise
    tests/program tests/programs tests/language tests/test_arrays.py tests/test_whole_arrays.py
    tests/test_small_arrays.py tests/test_jvp.py tests/test_vjp.py"""
BUDGET = 120.0  # seconds for one edit


def main() -> int:
    """Judge a sample; return 1 if less is noticed than is asked for."""
    options = arguments()
    found = sample(options.sample, options.seed)
    known = [edit for edit in found if edit.key in EQUIVALENT]
    found = [edit for edit in found if edit.key not in EQUIVALENT]
    if options.only:
        found = [edit for edit in found if options.only in edit.key]
    outcomes: list[Outcome] = []

    def tell(outcome: Outcome) -> None:
        outcomes.append(outcome)
        edit = outcome.edit
        note = outcome.noticed or f"by none of {outcome.tests} tests"
        text = f"{outcome.fate} {edit.file.relative_to(ROOT)}:{edit.line}"
        text += f" {short(edit.old)!r} -> {short(edit.new)!r}  [{edit.function}] {note}"
        print(f"{len(outcomes)}: {text} {outcome.seconds:.1f} s", flush=True)

    os.chdir(ROOT)
    sys.stdout = os.fdopen(os.dup(1), "w")  # apart from what pytest captures
    files = sorted({str(edit.file.relative_to(ROOT)) for edit in found})  # their doctests
    paths = [path for path in (options.tests or TESTS).split() if Path(path).exists()]
    remembered = Path(options.reach) if options.reach else None
    judge = Judge(found, options.budget, options.jobs, tell, remembered)
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", *paths, *files], plugins=[judge])
    counts = Counter(outcome.fate for outcome in outcomes)
    noticed = 100.0 * counts["noticed"] / max(len(outcomes), 1)
    print(f"{dict(counts)}, {len(known)} equivalent: {noticed:.1f} % noticed", flush=True)
    return 0 if noticed >= options.wanted else 1


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.weakened", description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", help="edits with this in their names")
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds for one edit")
    parser.add_argument("--wanted", type=float, default=95.0, help="per cent to be noticed")
    parser.add_argument("--tests", help="files and folders of tests, in place of all")
    parser.add_argument("--reach", help="a file that keeps which test reaches which statement")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
