"""Conditions that ask whether the result of a call is None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def kept(v):
    if v > 0:
        return None
    return v


def pair(v):
    return None if v > 0 else (v, v * v)


def in_an_expression(x):
    return (x[0] if kept(x[0]) is None else kept(x[0])) * x[1]


def in_branches(x):
    total = 0.0
    for v in x:
        if kept(v) is not None and kept(2 * v) is not None:
            total += kept(v) * v
        elif kept(v - 1) is None:
            total += v * v
    return total


def in_while(x):
    k = 0
    while kept(x[k] - 1.5) is not None:
        k += 1
    return x[k] * x[0]


def collected(x):
    first = sum([v * v for v in x if kept(v) is None])
    return first * sum(v * v if kept(v) is None else kept(v) for v in x)


def as_truth(x):
    total = x[0] if kept(x[0]) else x[1]
    if not kept(x[1]):
        total *= x[2]
    return total + x[0] * (kept(x[1]) == None)  # noqa: E711


def of_tuples(x):
    if pair(x[1]) is not None:
        return pair(x[1])[1] * x[0]
    return x[0]


def applied(f, v):
    return v * v if f(v) is None else f(v) * 2


def passed_on(x):
    return applied(kept, x[0]) * applied(kept, x[1])


@pytest.mark.parametrize(
    "function",
    [in_an_expression, in_branches, in_while, collected, as_truth, of_tuples, passed_on],
)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_asked_results(function: Callable[..., Any], target: str) -> None:
    check(function, X, target=target)
