"""Subscripts that leave arrays of known sizes raise, also where the array is left out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp, value_and_grad

from ...language.compare import check_both


def stored_and_read(x, n):
    w = np.zeros(1)
    w[0] = x * x
    if n > 1:
        w[1] = w[0] * x
        x = w[1]
    return x + w[0]


def before_the_first(x, n):
    w = np.empty(2)
    w[:] = x
    if n > 1:
        w[-3] = x * x
        x = w[-3]
    return x * w[0]


def in_a_matrix(x, n):
    w = np.ones((2, 3))
    if n > 1:
        w[1, 3] = x * x
        x = w[1, 3]
    return x * w[0, 0]


def of_numbers(x, n):
    w = np.array([x, 2.0, x * x])
    if n > 1:
        x = w[3]
    return x * w[2]


def of_another_array(x, n):
    w = np.array([x, 2.0])
    v = 2.0 * w
    if n > 1:
        v[2] = x
        x = v[2]
    return x * v[1]


def by_a_counter(x, n):
    w = np.zeros(3)
    for i in range(1, 4):
        w[i - 1] = x * i
        if n > 1:
            w[i] = x
            x = x + w[i]
    return x * w[0]


def by_the_counter_before(x, n):
    for i in range(3):
        w = np.zeros(2)
        w[i - 2] = x * i
        if n > 1:
            w[i - 3] = x
            x = x * w[i - 3]
        x = x + w[i - 2]
    return x


def by_a_variable(x, n):
    w = np.zeros(2)
    k = 2
    if n > 1:
        w[k] = x
        x = x * w[k]
    return x * w[k - 1] + x


def in_a_list(x, n):
    w = [x, 2.0]
    if n > 1:
        w[2] = x * x
        x = w[2]
    return x * w[1]


EVERY = [
    stored_and_read,
    before_the_first,
    in_a_matrix,
    of_numbers,
    of_another_array,
    by_a_counter,
    by_the_counter_before,
    by_a_variable,
    in_a_list,
]


@pytest.mark.parametrize("function", EVERY)
def test_what_leaves_an_array_raises(function: Any) -> None:
    check_both(function, 0.7, 1)
    with pytest.raises(IndexError):
        function(0.7, 2)
    for derivative in (grad(function, target="python"), value_and_grad(function, target="python")):
        with pytest.raises(IndexError):
            derivative(0.7, 2)
    with pytest.raises(IndexError):
        jvp(function, target="python")(0.7, 2, 1.0)


def test_compiled_derivatives_raise() -> None:
    assert grad(stored_and_read)(0.5, 1) == 2.0
    with pytest.raises(IndexError, match="index out of bounds for axis 0 with size 1"):
        grad(stored_and_read)(0.5, 2)


def in_range(x, n):
    w = np.zeros((3, 2))
    for i in range(3):
        for j in range(-2, 2):
            w[i - 1, j] += x * i
    if n > 5 and w[2, 1] > 3.0:
        x = x * w[-3, -2]
    return x * w[2, 1]


def test_what_stays_inside_is_not_checked() -> None:
    check_both(in_range, 0.7, 2)
    assert "raise" not in grad(in_range, target="python").source(0.7, 2)
