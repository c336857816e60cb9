"""Comparisons of tuples that are parts of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import value_and_grad

from ...differentiate.finite import slope

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def of_arguments(t, u, x):
    total = (t[1] != u[1]) * x[0] + (t[1] > (1, 9)) * x[1]
    if t[1] <= u[1] < (9, 9):
        total += x[2] * t[0]
    return total


def of_variables(t, u, x):
    a = (x[0], (x[1], (x[2], 1.0)))
    b = (x[0], (x[1], (x[3], 1.0)))
    total = (a[1] == b[1]) * x[0] + x[1] * (a[1][1] > b[1][1])
    c = a[1]
    while c[1] > b[1][1]:
        c = (c[0], (c[1][0] - x[3], 1.0))
    return total + c[1][0] * x[4]


@pytest.mark.parametrize("function", [of_arguments, of_variables])
@pytest.mark.parametrize("other", [(2.0, 3.0), (2.0, 4.0), (1.0, 3.0)])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_inner_tuples(
    function: Callable[..., Any], other: tuple[float, float], target: str
) -> None:
    given = ((1.5, (2.0, 3.0)), (1.5, other), X)
    value, found = value_and_grad(function, wrt=2, target=target)(*given)
    np.testing.assert_allclose(value, function(*given), rtol=1e-13)
    np.testing.assert_allclose(found, slope(function, given, 2), rtol=2e-7, atol=2e-7)
