"""Whole arrays in programs: against differences, as they run and compiled."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import vjp

from .rules.array_cases import Case
from .rules.test_arrays import adjoint_of, compare, cotangents
from .whole_arrays import PROGRAMS, v

NARROW = {"calls", "masks", "gathered", "broadcast_many", "whole_then_write", "rows", "swap_alias"}


def title(case: Case) -> str:
    """Return the name of the function."""
    return case.rule


@pytest.mark.parametrize("case", PROGRAMS, ids=title)
def test_the_gradient(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "python", case.arguments, weights), weights)


@pytest.mark.parametrize("case", PROGRAMS[::5], ids=title)
def test_the_compiled_gradient(case: Case) -> None:
    weights = cotangents(case)
    compare(case, adjoint_of(case, "cpu", case.arguments, weights), weights)


@pytest.mark.parametrize("case", [c for c in PROGRAMS if c.rule in NARROW], ids=title)
def test_single_precision_stays(case: Case) -> None:
    kinds = [
        a.astype(np.float32) if isinstance(a, np.ndarray) and a.dtype.kind == "f" else a
        for a in case.arguments
    ]
    result = case.function(*(k.copy() if isinstance(k, np.ndarray) else k for k in kinds))
    weights = np.ones(np.shape(result), np.float32)[()]
    exact = adjoint_of(case, "python", case.arguments, np.ones(np.shape(result))[()])
    found = adjoint_of(case, "python", tuple(kinds), weights)
    for place, adjoint in found.items():
        if isinstance(kinds[place], np.ndarray):
            assert adjoint.dtype == np.float32
        np.testing.assert_allclose(adjoint, exact[place], rtol=1e-2, atol=1e-2)


def test_a_part_of_an_argument_is_no_result() -> None:
    def part(u):
        return u[1:3]

    def outside(x):
        w = part(x)
        w[0] = 2.0
        return np.sum(w)

    found = vjp(outside, target="python")(v(4), 1.0)
    np.testing.assert_allclose(found, [0.0, 0.0, 1.0, 0.0])
