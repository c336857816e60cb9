"""Variables that begin with global arrays, which are read-only, and are saved in lists."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

MEASURED = tuple((0.5 + k, np.array([0.1 * k, 1.0])) for k in range(15))
START, SPREAD = np.array([1.0, 2.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
COLUMNS = np.asfortranarray(SPREAD)
COUNTS = np.array([3, 1])


def tracked(noise):
    now, mean, spread, total = 0.0, START, SPREAD, 0.0
    for when, value in MEASURED:
        if when > now:
            mean, spread = mean * 0.9, spread * 0.8
            now = when
        gain = spread / (spread[0, 0] + np.exp(noise))
        mean = mean + gain @ (value - mean)
        spread = spread - gain @ spread
        total += np.sum(mean * mean)
    return total


def stepped(x, n):
    state, counts = START, COUNTS
    for k in range(n):
        if state[0] * x > k:
            state = np.sin(state * x) + 0.5
            counts = counts + 1
    return np.sum(state) * counts[0]


def columns(x, n):
    m = COLUMNS
    for _ in range(n):
        m = np.asfortranarray(m * x) if m[0, 0] > x else m
    return np.sum(m * m)


@pytest.mark.parametrize("function", [tracked, stepped, columns], ids=lambda f: f.__name__)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_right(function: Any, target: str) -> None:
    others = () if function is tracked else (4,)
    at, step = 0.7, 1e-6
    want = (function(at + step, *others) - function(at - step, *others)) / (2 * step)
    np.testing.assert_allclose(grad(function, target=target)(at, *others), want, rtol=1e-6)
    found = jvp(function, target=target)(at, *others, 1.0)
    np.testing.assert_allclose(found, (function(at, *others), want), rtol=1e-6)
