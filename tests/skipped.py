"""Run the passes that are skipped over many programs: they must leave these as they are.

`python -m tests.skipped --count 300 --seed 0` draws as many random programs and as many mutants.
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections.abc import Callable, Iterator

from .idioms.judge import judge as judge_program
from .idioms.workers import generate
from .mutations.change import mutant
from .mutations.judge import judge as judge_mutant
from .mutations.sources import sources
from .walk import none_is_missed


def main() -> int:
    """Look at programs from a seed on; return 1 if a pass was skipped that has something to do."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=300)
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    warnings.simplefilter("ignore")
    found: set[str] = set()
    for seed, derive in programs(range(asked.seed, asked.seed + asked.count)):
        random.seed(seed)
        with none_is_missed() as missed:
            derive()
        for text in set(missed) - found:
            print(f"{seed}: {text}", flush=True)
        found.update(missed)
    print(f"{len(found)} times a pass was skipped that has something to do")
    return 1 if found else 0


def programs(seeds: range) -> Iterator[tuple[int, Callable[[], object]]]:
    """Yield, for each seed, what writes the derivative of a random program, and of a mutant."""
    originals = sources()
    for seed in seeds:
        program, changed = generate(seed), mutant(originals, seed).program
        yield seed, lambda program=program: judge_program(program)  # type: ignore[misc]
        yield seed, lambda changed=changed: judge_mutant(changed)  # type: ignore[misc]


if __name__ == "__main__":
    raise SystemExit(main())
