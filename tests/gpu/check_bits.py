"""Compare adjoints with and without snapshots: `python -m tests.gpu.check_bits`.

Prints, as JSON, for each kernel whether all adjoints are the same, bit for bit. What runs again
computes the same in the simulator; sums whose order is not fixed are left out.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from srcdiff.backends.arrays import type_of
from srcdiff.cuda import grad

from . import simulator
from .case import Case
from .check import copies
from .corpus.snapshots import CASES


def adjoints(case: Case, snapshots: bool) -> list[bytes]:
    """Return the adjoints that a launch leaves, of arguments and adjoints drawn alike."""
    rng = np.random.default_rng(5)
    form: Any = grad(case.kernel, case.wrt, **{**case.options, "snapshots": snapshots})
    own = dict(zip(form.asked.parameters, case.inputs(rng), strict=True))
    given: list[Any] = []
    shadows = []
    for n, value in copies(own).items():
        given.append(value)
        if form.asked.is_active(n, type_of(value)):
            shadows.append(rng.normal(size=np.shape(value) or 1))
            given.append(shadows[-1])
    form[case.launch](*given)
    return [shadow.tobytes() for shadow in shadows]


def main() -> None:
    """Print what was found."""
    simulator.install()
    found: dict[str, bool] = {}
    for case in CASES:
        if not case.atomic:
            same = adjoints(case, True) == adjoints(case, False)
            found[case.name] = found.get(case.name, True) and same
    print(json.dumps(found))


if __name__ == "__main__":
    main()
