"""Arrays that are changed by parts of themselves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ...language.compare import check, check_both

X, Y = np.array([0.7, 1.3, 2.1, 0.4]), np.array([1.1, 0.2, 0.9, 1.6])
M = np.array([[1.9, 0.3, 0.2], [0.1, 1.4, 0.5], [0.3, 0.2, 0.6]])


def shifted(x):
    x[1:] += x[:-1]
    x -= x[::-1]
    return np.sum(x * x)


def rows_and_columns(m):
    m[1:] += m[:-1]
    m[:, 0] -= m[1]
    m += m.T
    return np.sum(m * m)


def perhaps_itself(x, y, c):
    t = x if c > 0 else y
    t += x
    t[1:] -= y[:-1]
    return np.sum(x * y)


CASES = [(shifted, (X,)), (rows_and_columns, (M,)), *((perhaps_itself, (X, Y, c)) for c in (1, -1))]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_what_is_added_is_copied(
    function: Callable[..., float], arguments: tuple[object, ...]
) -> None:
    check_both(function, *arguments)
    check(function, *arguments, target="cpu")
