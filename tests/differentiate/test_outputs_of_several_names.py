"""Arguments that are outputs, whose names stand for other arrays at times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import adjoint, jvp, vjp

PARAMETERS = np.array([0.3, 0.1, 0.2, 0.7])
WEIGHTS = np.array([1.0, -2.0, 0.5]), np.array([10.0, 20.0, 30.0])


def recursion(p, variance, total, order):
    for t in range(len(total)):
        if order == 0:
            variance = p
        for j in range(order):
            total[t] += p[1 + j] * p[0]
        variance[t] = total[t] * p[1]


def exchanged(p, variance, total, order):
    a, b = variance, total
    for t in range(len(total)):
        if t == order:
            a, b = b, a
        a[t] = p[t] * p[1]
        b[t] += a[t] * p[0]


def kept(p, variance, total, order):
    best = variance
    for t in range(len(total)):
        if t == order:
            best = total
        best[t] += p[t] ** 2


FUNCTIONS: list[Callable[..., Any]] = [recursion, exchanged, kept]


def weighted(function: Callable[..., Any], p: Any, order: int) -> float:
    """Return the sum of both outputs by weights."""
    variance, total = np.ones(3), np.full(3, 0.5)
    function(p.copy(), variance, total, order)
    return float(WEIGHTS[0] @ variance + WEIGHTS[1] @ total)


def slopes(function: Callable[..., Any], order: int) -> Any:
    """Return the derivative of that by differences."""
    steps = 1e-6 * np.eye(len(PARAMETERS))
    ends = [[weighted(function, PARAMETERS + s * h, order) for s in (1, -1)] for h in steps]
    return np.array([(up - down) / 2e-6 for up, down in ends])


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("order", [1, 0])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_modes(function: Callable[..., Any], order: int, target: str) -> None:
    options: dict[str, Any] = {"outputs": ("variance", "total"), "target": target}
    expected = slopes(function, order)
    given = PARAMETERS.copy(), np.ones(3), np.full(3, 0.5), order
    found = vjp(function, "p", **options)(*given, *WEIGHTS)
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-7)
    rates = jvp(function, "p", **options)(*given, np.ones(4))[1]
    summed = sum(w @ rate for w, rate in zip(WEIGHTS, rates, strict=True))
    assert summed == pytest.approx(np.sum(expected), rel=1e-7)
    d_p, d_variance, d_total = np.zeros(4), *(w.copy() for w in WEIGHTS)
    pairs = PARAMETERS.copy(), d_p, np.ones(3), d_variance, np.full(3, 0.5), d_total
    adjoint(function, "p", **options)(*pairs, order)
    np.testing.assert_allclose(d_p, expected, rtol=1e-7, atol=1e-7)
