"""Lists that are written after they have grown, or while they grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def another_name(x):
    s = [x[0]]
    i = 0
    while i < 2:
        i += 1
        s.append(x[i])
    t = s
    t[0] = 2 * x[1]
    return s[0] * s[1]


def double(q):
    q[0] = q[-1] * 2


def by_helper(x):
    s = [x[0]]
    while len(s) < 4:
        s.append(s[-1] * x[len(s)])
    double(s)
    return s[0] * s[1] + sum(s)


def nested_loops(x):
    s = []
    for i in range(3):
        for j in range(i + 1):
            s.append(x[i] * x[j])
    double(s)
    t = (s, 1.0)
    t[0][1] = x[2] * x[1]
    return s[0] * s[1] + sum(s)


def on_the_way(x):
    s = [x[0]]
    k = 0
    while k < 3:
        s[k] *= x[1]
        k += 1
        for j in range(k):
            s.append(x[0] * x[j] * s[-1])
        s[0] = s[-1] * 2.0
    return s[0] * s[2] * s[3]


@pytest.mark.parametrize("function", [another_name, by_helper, nested_loops, on_the_way])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_written_lists(function: Callable[..., Any], target: str) -> None:
    check(function, X, target=target)
