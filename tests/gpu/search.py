"""Look for wrong adjoints of random kernels: `python -m tests.gpu.search --count 100 --seed 0`.

They run in Numba's simulator, against finite differences and with a log of races. Prints each
failure with its seed, and at last a line of JSON that counts what became of the kernels.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import linecache
import os
import random
import sys
import traceback
from collections import Counter
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import numpy as np

from .case import Case
from .drawn import Drawn
from .drawn_pairs import DrawnPairs
from .drawn_planes import DrawnPlanes

TOLERANCE = 1e-6
LARGE = 1e6  # of what differences are of no use
SHORTER = 1e-5  # a step, by which differences that cross a branch change


def text_of(seed: int) -> str:
    """Return the kernel of a seed: every fifth goes through pairs, every fifth is a stencil."""
    kinds = {3: DrawnPlanes, 4: DrawnPairs}
    return kinds.get(seed % 5, Drawn)(seed).text()


def case_of(seed: int) -> Case:
    """Return the kernel of a seed, as the checks take it."""
    file = f"<kernel {seed}>"
    text = text_of(seed)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made: dict[str, Any] = {"__name__": f"kernel_{seed}"}
    exec(compile(text, file, "exec"), made)

    def inputs(_: np.random.Generator) -> tuple[Any, ...]:
        return made["inputs"](np.random.default_rng(seed))  # type: ignore[no-any-return]

    return Case(made["drawn"], made["LAUNCH"], inputs, made["WRT"], options=made["OPTIONS"])


def several_places(seed: int) -> AbstractContextManager[Any]:
    """Return a context in which threads take so many places as the seed of a stencil says."""
    if seed % 5 != 3:
        return contextlib.nullcontext()
    count = random.Random(seed).randint(1, 4)
    return patch.multiple("srcdiff.backends.launch", MANY=0, LONG=1, TOGETHER=count)


def is_of_use(case: Case) -> bool:
    """Return True if a kernel computes numbers that are not large, without races."""
    from . import racelog

    own = case.inputs(np.random.default_rng(0))
    with racelog.recorded() as log:
        case.kernel[case.launch](*own)
    assert log.conflicts() == 0, "the kernel itself has a race"
    return all(np.all(np.abs(value) < LARGE) for value in own)


def checked(case: Case, step: float) -> dict[str, Any]:
    """Return what the check of a kernel has found, with a step of differences."""
    from . import check

    with patch.object(check, "STEP", step):
        return check.check(case)


def verdict(case: Case) -> tuple[str, str]:
    """Return what became of a kernel, and why: right, refused, discarded, wrong or error."""
    from srcdiff.errors import InternalError, SrcdiffError

    from . import check

    if not is_of_use(case):
        return "discarded", "large numbers"
    try:
        found = checked(case, check.STEP)
        if found["races"]:
            return "wrong", f"{found['races']} races"
        if found["error"] < TOLERANCE:
            return "right", ""
        again = checked(case, SHORTER)
    except InternalError as mistake:
        return "error", str(mistake)
    except SrcdiffError as refusal:
        return "refused", " ".join(str(refusal).split())[:240]
    except Exception:
        return "error", traceback.format_exc()
    if again["error"] < TOLERANCE or abs(again["error"] - found["error"]) > 0.1 * found["error"]:
        return "discarded", "differences depend on their step"
    return "wrong", f"an error of {found['error']:.1e}, then {again['error']:.1e}"


def main() -> None:
    """Judge the kernels of some seeds."""
    from . import simulator

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true", help="say what became of each")
    options = parser.parse_args()
    simulator.install()
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for seed in range(options.seed, options.seed + options.count):
        with several_places(seed):
            kind, why = verdict(case_of(seed))
        counts[kind] += 1
        if options.verbose:
            print(seed, kind, why, flush=True)
        if kind in ("wrong", "error"):
            print(f"seed {seed}: {kind}: {why}", flush=True)
        elif why:
            reasons[f"{kind}: {why}"] += 1
    for reason, times in reasons.most_common():
        print(f"{times:6} {reason}")
    print(json.dumps(dict(counts)))


if __name__ == "__main__":
    if os.environ.get("NUMBA_ENABLE_CUDASIM") != "1":
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # it is read when numba is imported
        os.execv(sys.executable, [sys.executable, "-m", "tests.gpu.search", *sys.argv[1:]])
    main()
