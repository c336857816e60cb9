"""`np.where` of numbers, which are of one kind."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ...language.compare import check


def of_an_integer(x, i):
    y = np.full(3, np.where(i > 0, i, x))
    y[1] = x
    return np.sum(y) * x


def of_a_literal(x, i):
    y = np.array([0, 0]) * np.where(x > 0, 1, x)
    y[0] = x
    return np.sum(y) * x


def of_true(x, i):
    y = np.full(3, np.where(i > 0, True, x))
    y *= 0.5
    return np.sum(y) * x


def selected(x, i):
    y = np.full(3, np.select([i > 0], [i], x))
    y[0] = x
    return np.sum(y) * x


def of_complex_numbers(x, i):
    return np.log(np.where(x > 0, -x, 2j)).imag * x


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "function", [of_an_integer, of_a_literal, of_true, selected, of_complex_numbers]
)
def test_one_kind(function: Callable[..., float], target: str) -> None:
    check(function, 0.7, 2, target=target)
