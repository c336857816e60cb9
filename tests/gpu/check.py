"""Check the adjoints of all kernels in Numba's simulator: `python -m tests.gpu.check`.

Prints one line of JSON for each kernel: the largest error against finite differences, the races
and the atomic operations of its adjoint, and the arrays that it adds to atomically.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import numpy as np

MODULES = (
    "elements",
    "loops",
    "neighbours",
    "pairs",
    "borders",
    "planes",
    "subscripts",
    "blocks",
    "warps",
    "devices",
    "helpers",
    "extremes",
    "snapshots",
)
STEP = 1e-4  # so short that no kernel takes another branch
ELEMENTS = 0  # of each argument, moved on their own; all of them are moved together, too


def cases() -> Iterator[tuple[str, Any]]:
    """Yield all cases, with the names of their modules."""
    for module in MODULES:
        for case in importlib.import_module(f"tests.gpu.corpus.{module}").CASES:
            yield module, case


def copies(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments with copies of the arrays."""
    return {n: v.copy() if isinstance(v, np.ndarray) else v for n, v in values.items()}


def check(case: Any) -> dict[str, Any]:
    """Return what the check of a kernel has found, of adjoints that are added to, and assigned."""
    from srcdiff.syntax import base

    from . import racelog

    with racelog.steady():
        added = compared(case, True, racelog.recorded())
        assigned = compared(case, False, racelog.recorded(), added.expected)
    return {
        "kernel": case.name,
        "error": max(added.error, assigned.error),
        "races": added.log.conflicts() + assigned.log.conflicts(),
        "atomics": added.log.atomics,
        "atomic": sorted(n for n, u in assigned.form.latest.updates.items() if u.how == "atomic"),
        "assigned": sorted(map(base, assigned.form.latest.covered)),
        "expected": sorted(case.atomic),
        "places": assigned.form.latest.places,
    }


class Compared(NamedTuple):
    """An adjoint, its largest error, what was recorded of its launch, and the differences."""

    form: Any
    error: float
    log: Any
    expected: Sequence[float]


def compared(
    case: Any,
    accumulate: bool,
    recorder: AbstractContextManager[Any],
    expected: Sequence[float] = (),
) -> Compared:
    """Return how an adjoint compares with finite differences, which may be known already."""
    from srcdiff.backends.arrays import type_of
    from srcdiff.cuda import grad

    rng = np.random.default_rng(3)
    form = grad(case.kernel, wrt=case.wrt, accumulate=accumulate, **case.options)
    own = dict(zip(form.asked.parameters, case.inputs(rng), strict=True))
    active = [n for n, v in own.items() if form.asked.is_active(n, type_of(v))]
    weights = {n: rng.normal(size=own[n].shape) for n in active if n in form.asked.outputs}

    def objective(values: Mapping[str, Any]) -> float:
        values = copies(values)
        case.kernel[case.launch](*values.values())
        return float(sum((weights[n] * values[n]).sum() for n in weights))

    before = {n: rng.normal(size=np.shape(own[n]) or 1) for n in active}
    shadows = {n: (weights[n] if n in weights else before[n]).copy() for n in active}
    given: list[Any] = []
    for n, value in copies(own).items():
        given += [value, shadows[n]] if n in active else [value]
    with recorder as log:
        form[case.launch](*given)
    kept = {n: s for n, s in before.items() if accumulate and n not in weights}
    found = {n: s - kept.get(n, 0.0) for n, s in shadows.items()}
    moves = [(n, way) for n, s in found.items() for way in directions(s, rng)]
    expected = expected or [difference(objective, own, n, way) for n, way in moves]
    pairs = [((found[n] * way).sum(), e) for (n, way), e in zip(moves, expected, strict=True)]
    return Compared(form, max(error(value, e) for value, e in pairs), log, expected)


def directions(adjoint: Any, rng: Any) -> Iterator[Any]:
    """Yield directions in which an argument is moved: one of all elements, and of some alone."""
    yield rng.normal(size=adjoint.shape)
    for place in rng.permutation(adjoint.size)[:ELEMENTS]:
        direction = np.zeros(adjoint.shape)
        direction.flat[place] = 1.0
        yield direction


def difference(objective: Any, own: Mapping[str, Any], n: str, direction: Any) -> float:
    """Return the slope in a direction, by differences of the fourth order."""
    moved = STEP * (direction if np.ndim(own[n]) else float(direction[0]))
    near, far = (
        objective({**own, n: own[n] + k * moved}) - objective({**own, n: own[n] - k * moved})
        for k in (1, 2)
    )
    return float((8.0 * near - far) / (12.0 * STEP))


def error(value: float, expected: float) -> float:
    """Return by how much a slope differs, relative to it where it is large."""
    found = abs(value - expected)
    return float(found / max(1.0, abs(expected))) if np.isfinite(found) else np.inf


def main(arguments: Sequence[str]) -> None:
    """Check all kernels, or those of the modules or names that are given.

    With `--plain` adjoints are added to without atomic operations; with `--places` launches count
    as large, and only what has threads that take several places is told.
    """
    from unittest.mock import patch

    from srcdiff.backends import launch
    from srcdiff.gpu.launch import module
    from srcdiff.gpu.thread import form

    from . import simulator

    simulator.install()
    plain = "--plain" in arguments
    large = "--places" in arguments
    wanted = [word for word in arguments if not word.startswith("--")]
    how = "no array" if plain else form.ATOMIC
    sizes = {"MANY": 0, "LONG": 1, "TOGETHER": 3} if large else {}
    with (
        patch.object(form, "ATOMIC", how),
        patch.object(module, "ATOMIC", how),
        patch.multiple(launch, **sizes) if large else contextlib.nullcontext(),
    ):
        for group, case in cases():
            if not wanted or {group, case.name} & set(wanted):
                found = check(case)
                if not large or found["places"] > 1:
                    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    if os.environ.get("NUMBA_ENABLE_CUDASIM") != "1":
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # it is read when numba is imported
        os.execv(sys.executable, [sys.executable, "-m", "tests.gpu.check", *sys.argv[1:]])
    main(sys.argv[1:])
