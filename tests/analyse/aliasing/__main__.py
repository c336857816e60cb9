"""Watch the memory of random programs: `python -m tests.analyse.aliasing --count 300 --seed 0`.

Prints what contradicts the analyses; the exit status is 1 if there is anything.
"""

from __future__ import annotations

import argparse

from ...idioms.program import load
from ...idioms.workers import generate
from .watched import contradictions


def main() -> int:
    """Run the programs; return 1 if an analysis is contradicted."""
    parser = argparse.ArgumentParser(prog="python -m tests.analyse.aliasing", description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    given = parser.parse_args()
    pairs, found = 0, 0
    for seed in range(given.seed, given.seed + given.count):
        program = load(generate(seed).text)
        wrong, compared = contradictions(program.f, program.arguments(), program.wrt)
        pairs, found = pairs + compared, found + len(wrong)
        for contradiction in wrong:
            print(f"seed {seed}: {contradiction}", flush=True)
    print(f"{given.count} programs, {pairs} pairs of arrays compared, {found} contradictions")
    return int(found > 0)


if __name__ == "__main__":
    raise SystemExit(main())
