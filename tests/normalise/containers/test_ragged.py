"""Lists of lists that differ in length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def written_out(x):
    m = [[x[0], x[1]], [x[2]]]
    return m[0][1] * m[1][0]


def made(x):
    m = [[x[0] * k for k in range(2)], [x[1]]]
    return m[0][1] * m[1][0]


def product(m):
    return m[0][1] * m[1][0]


def passed_on(x):
    return product([[x[0], x[1]], [x[2]]])


@pytest.mark.parametrize("function", [written_out, made])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_different_lengths(function: Callable[..., Any], target: str) -> None:
    check(function, X, target=target)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_an_argument_of_different_lengths_is_refused(target: str) -> None:
    with pytest.raises(UnsupportedType, match="the lists in this list differ in length"):
        grad(passed_on, target=target)(X)


def equally_long(x):
    m = [[x[0], x[1]], [x[2], x[3]]]
    t = ([x[0], x[1]], [x[2]])
    return m[0][1] * m[1][1] + product([[x[0], x[1]], [x[2], 1.0]]) + t[0][1] * t[1][0]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_equal_lengths(target: str) -> None:
    check(equally_long, X, target=target)
