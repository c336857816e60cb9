"""Ranges and slices take integers, in compiled code as in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def range_of_an_element(x):
    s = [1, x[0]]
    n = s[0]
    total = 0.0
    for i in range(n):
        total += x[i]
    return total


def inner_range(x):
    s = [2, x[0]]
    return sum([x[i] for i in range(s[0] - 1, 4)])


def slice_to_an_element(x):
    s = [2, x[0]]
    return np.sum(x[: s[0]])


@pytest.mark.parametrize("function", [range_of_an_element, inner_range, slice_to_an_element])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_floating_point_numbers(function: Callable[..., Any], target: str) -> None:
    with pytest.raises(UnsupportedSyntax, match="a floating-point number tells"):
        grad(function, target=target)(X)


def whole(x):
    s = [2, x[0]]
    t = (2, x[1])
    total = np.sum(x[: t[0]]) * x[3]
    for i in range(int(s[0]), max(t[0], len(x) // 2)):
        total += x[i]
    return total + np.sum(x[len(x) // 2 :])


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_integers(target: str) -> None:
    check(whole, X, target=target)
