"""Places in sequences in rising order decide what is read; they have no derivative."""

from __future__ import annotations

import bisect
from typing import Any

import numpy as np
import pytest

from srcdiff import grad

TIMES = [0.0, 1.0, 2.5, 4.0]
LEVELS = [1.0, 2.0, 0.5, 3.0]
X = np.array([0.5, 1.6, 2.2, 3.9])
TARGET = pytest.mark.parametrize("target", ["python", "cpu"])


def between(t: float) -> float:
    k = bisect.bisect_right(TIMES, t) - 1
    weight = (t - TIMES[k]) / (TIMES[k + 1] - TIMES[k])
    return LEVELS[k] * (1.0 - weight) + LEVELS[k + 1] * weight


def first_of_many(x: Any, t: float) -> float:
    k = bisect.bisect_left(x, t)
    return float(x[k] * t + bisect.bisect(x, t, 1, 3))


@TARGET
def test_tables(target: str) -> None:
    assert grad(between, target=target)(1.4) == pytest.approx(-1.0)
    assert grad(between, target=target)(2.5) == pytest.approx(2.5 / 1.5)


@TARGET
def test_arrays(target: str) -> None:
    found = grad(first_of_many, (0, 1), target=target)(X, 1.6)
    np.testing.assert_array_equal(found[0], [0.0, 1.6, 0.0, 0.0])
    assert found[1] == 1.6
