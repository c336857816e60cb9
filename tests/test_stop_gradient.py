"""stop_gradient: what is behind it is a constant, in both modes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import grad, jvp, stop_gradient

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])


def weighted(x: Any, y: Any) -> Any:
    weight = stop_gradient(x * y)
    return weight * x


def centred(x: Any) -> Any:
    middle = stop_gradient(x)
    middle[0] = 0.0
    total = 0.0
    for i in range(len(x)):
        total += middle[i] * x[i]
    return total


def everything(x: Any) -> Any:
    return stop_gradient(x) * 2.0


@TARGETS
def test_numbers(target: str) -> None:
    assert grad(weighted, ("x", "y"), target=target)(3.0, 2.0) == (6.0, 0.0)
    assert jvp(weighted, ("x", "y"), target=target)(3.0, 2.0, 1.0, 1.0) == (18.0, 6.0)
    assert grad(everything, target=target)(3.0) == 0.0


@TARGETS
def test_arrays(target: str) -> None:
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(grad(centred, target=target)(x), [0.0, 2.0, 3.0])
    value, rate = jvp(centred, target=target)(x, np.ones(3))
    assert (value, rate) == (13.0, 5.0)
    np.testing.assert_array_equal(x, [1.0, 2.0, 3.0])


def test_it_is_a_plain_function_too() -> None:
    assert weighted(3.0, 2.0) == njit(weighted)(3.0, 2.0) == 18.0
