"""Results that are arrays of their own, or the argument itself, as NumPy has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check

A = np.array([[0.3, 1.2, -0.7], [2.1, -0.4, 0.9], [1.1, 0.5, -1.6]])
TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


def first_power(a, s):
    y = a * s
    z = np.linalg.matrix_power(y, 1)
    z[0] = s
    return np.sum(y * a) + np.sum(z * z)


def second_power(a, s):
    y = a * s
    z = np.linalg.matrix_power(y, 2)
    z[0] = s
    return np.sum(y * a) + np.sum(z * z)


def no_differences(a, s):
    y = a * s
    z = np.diff(y, n=0)
    z[0] = s
    return np.sum(y * a) + np.sum(z * z)


def differences(a, s):
    y = a * s
    z = np.diff(y, 2)
    z[0] = s
    return np.sum(y * a) + np.sum(z * z)


def by_rows_already(a, s):
    y = a * s
    z = np.asarray(y, order="C")
    z[0] = s
    return np.sum(y * a) + np.sum(z * z)


def by_rows_and_read(a, s):
    y = a.T * s
    z = np.asarray(y, dtype=float, order="C")
    number = np.asarray(s, order="C")
    return np.sum(y * a) + np.sum(z[0] * z[1]) * number


WRITTEN = [first_power, second_power, no_differences, differences, by_rows_already]


@TARGETS
@pytest.mark.parametrize("function", [*WRITTEN, by_rows_and_read])
def test_what_is_written_afterwards(function: Callable[..., Any], target: str) -> None:
    check(function, A, 0.8, target=target)


def unknown_power(a, n):
    y = a * 1.0
    z = np.linalg.matrix_power(y, n)
    z[0] = 2.0
    return np.sum(y * a) + np.sum(z * z)


def unknown_differences(a, n):
    y = a * 1.0
    z = np.diff(y, n)
    z[0] = 2.0
    return np.sum(y * a) + np.sum(z * z)


def perhaps_by_rows(a, n):
    y = a.T * 1.0
    z = np.asarray(y, order="C")
    z[0] = n
    return np.sum(y * a) + np.sum(z * z)


def perhaps_copied(a, n):
    y = (a * 2.0).T
    z = np.array(y, copy=None, order="C")
    z[0] = n
    return np.sum(y * a) + np.sum(z * z)


@pytest.mark.parametrize(
    "function", [unknown_power, unknown_differences, perhaps_by_rows, perhaps_copied]
)
def test_what_may_be_the_argument_is_not_written(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedSyntax, match="may share memory"):
        grad(function, target="python")(A, 1)
