"""Arrays that are overwritten after something has read them whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad

from .finite import check


def length(a):
    return np.sqrt(a @ a)


def element_after_product(x):
    u = x * 1.0
    size = length(u)
    u[0] = 2.0
    return u[0] * size + u[1]


def all_after_product(x):
    u = np.array([1.0, 0.0, 0.0])
    u -= (u @ x) * x
    u /= length(u)
    return u[1] + u[2] * x[0]


def product_in_loop(x):
    total = 0.0
    u = x * x
    for i in range(len(x)):
        total += (u @ x) * length(u)
        u[i] = total
    return total


def running_rows(x):
    state = np.zeros(3)
    rows = np.zeros((2, 3))
    for i in range(2):
        state[i] = x[i] ** 2
        rows[i] = state
    return rows[0] @ rows[1]


FUNCTIONS = [element_after_product, all_after_product, product_in_loop, running_rows]


@pytest.mark.parametrize("function", FUNCTIONS, ids=[f.__name__ for f in FUNCTIONS])
def test_gradient(function: Any) -> None:
    """What a product or a copy has read is there again when its adjoint runs."""
    x = np.array([0.35, 0.89, -0.38])
    check(grad(function, target="python")(x), function, x)
