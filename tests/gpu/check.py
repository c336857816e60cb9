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
    expected: float


def compared(
    case: Any,
    accumulate: bool,
    recorder: AbstractContextManager[Any],
    expected: float | None = None,
) -> Compared:
    """Return how an adjoint compares with a finite difference, which may be known already.

    It is that in a direction in which all elements of all arguments are moved.
    """
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
    ways = {n: rng.normal(size=s.shape) for n, s in found.items()}
    if expected is None:
        expected = difference(objective, own, ways)
    slope = sum(float((s * ways[n]).sum()) for n, s in found.items())
    return Compared(form, error(slope, expected), log, expected)


def difference(objective: Any, own: Mapping[str, Any], ways: Mapping[str, Any]) -> float:
    """Return the slope in a direction, by differences of the fourth order."""

    def moved(step: float) -> float:
        steps = {n: step * (way if np.ndim(own[n]) else float(way[0])) for n, way in ways.items()}
        return float(objective({**own, **{n: own[n] + by for n, by in steps.items()}}))

    near, far = (moved(k * STEP) - moved(-k * STEP) for k in (1, 2))
    return (8.0 * near - far) / (12.0 * STEP)


def error(value: float, expected: float) -> float:
    """Return by how much a slope differs, relative to it where it is large."""
    found = abs(value - expected)
    return float(found / max(1.0, abs(expected))) if np.isfinite(found) else np.inf


def main(arguments: Sequence[str]) -> None:
    """Check all kernels, or those of the modules or names that are given.

    With `--plain` adjoints are added to without atomic operations; with `--places` launches count
    as large, and only what has threads that take several places is told. With `--third` it is one
    kernel of three.
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
        chosen = [c for group, c in cases() if not wanted or {group, c.name} & set(wanted)]
        for case in chosen[:: 3 if "--third" in arguments else 1]:
            found = check(case)
            if not large or found["places"] > 1:
                print(json.dumps(found), flush=True)


if __name__ == "__main__":
    if os.environ.get("NUMBA_ENABLE_CUDASIM") != "1":
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # it is read when numba is imported
        os.execv(sys.executable, [sys.executable, "-m", "tests.gpu.check", *sys.argv[1:]])
    main(sys.argv[1:])
