"""Zero adjoints of numbers that the branch taken does not read, beside infinite derivatives."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp


def maximum(x):
    return 3.0 * max(math.sqrt(x), 1e-10) + x


def branch(x):
    root = math.sqrt(x)
    if root > 1e-10:
        s = 2.0
        y = s * root
    else:
        y = 2e-10
    return 1.5 * y + x


def expression(x):
    root = x**0.5
    return (root if x > 0.5 else 2.0) + x


def chosen(x):
    return float(np.where(x > 0.0, np.sqrt(x), 0.0)) * 2.0 + x


def through_others(x):
    root = math.sqrt(x)
    shifted = root + 1.0
    other = (shifted - 1.0) if x > 0.5 else 2.0
    return min(max(other, 0.1), 5.0) + x


def loop(x):
    s = x
    for i in range(3):
        s += max(math.sqrt(x * i), 1e-3)
    return s


def while_loop(x):
    s, k = x, 0
    while k < 3:
        root = math.sqrt(x * k)
        if root > 0.5:
            s += 2.0 * root
        k += 1
    return s


def last_only(x):
    y = 0.0
    for i in range(3):
        y = math.sqrt(x * i + (i > 1))
    return y + x


def clamped(a):
    return max(a, 1e-10)


def with_helper_behind(x):
    return clamped(math.sqrt(x)) * 3.0 + x


def distance(a, b):
    return math.sqrt(a * a + b * b)


def with_helper_before(x):
    return max(distance(x, 0.5 * x), 1e-3) + 2.0 * x


def swapped(x):
    a, b = math.sqrt(x), x + 1.0
    if a > 0.5:
        a, b = b, a
    return b


def overflow(x):
    return float(np.minimum(np.exp(x * 1e5 + 1000.0), 5.0)) + x


def angle(x):
    c = math.acos(1.0 - x)
    return (c if x > 0.1 else 0.0) + x


def early(x):
    root = math.sqrt(x)
    if root < 0.1:
        return x
    return root


AT_ZERO = {
    maximum: 1.0,
    branch: 1.0,
    expression: 1.0,
    chosen: 1.0,
    through_others: 1.0,
    loop: 1.0,
    while_loop: 1.0,
    last_only: 2.0,
    with_helper_behind: 1.0,
    with_helper_before: 2.0,
    swapped: 1.0,
    overflow: 1.0,
    angle: 1.0,
    early: 1.0,
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", AT_ZERO)
def test_reverse_mode(function: Callable[..., Any]) -> None:
    found = grad(function, target="python")
    assert found(0.0) == pytest.approx(AT_ZERO[function], abs=1e-12)
    step = 1e-6
    wanted = (function(0.7 + step) - function(0.7 - step)) / (2.0 * step)
    assert found(0.7) == pytest.approx(wanted, rel=1e-6)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("function", [maximum, loop, with_helper_behind, with_helper_before])
def test_compiled(function: Callable[..., Any]) -> None:
    assert grad(function)(0.0) == AT_ZERO[function]
    assert grad(function)(0.7) == pytest.approx(jvp(function)(0.7, 1.0)[1])


def of_elements(v):
    s = v[1]
    for i in range(len(v)):
        for j in range(len(v)):
            far = math.sqrt((v[i] - v[j]) ** 2)
            if i < j:
                s += far
    return s


def test_elements() -> None:
    v = np.array([0.0, 0.3, 0.9])
    assert np.allclose(grad(of_elements, target="python")(v), [-2.0, 1.0, 2.0])


def test_zeros_of_no_branch_are_multiplied() -> None:
    assert math.isnan(grad(lambda x: 0.0 * math.sqrt(x))(0.0))


def test_nan_is_not_lost() -> None:
    def f(x, k):
        root = math.sqrt(x)
        return k * (root if x >= 0.0 else 1.0)

    assert math.isnan(grad(f)(0.0, math.nan))


def scaled_where_small(u, c):
    if c > 0.3:
        return u
    return u * c


def array_of_a_helper(y, c):
    k = 0
    while k < 3:
        out = scaled_where_small(y, c)
        k += 1
    return np.sum(y * out)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_adjoints_of_arrays_are_not_compared_with_zero(target: str) -> None:
    y = np.array([0.5, -1.0, 2.0])
    found = grad(array_of_a_helper, wrt="c", target=target)
    assert found(y, 0.5) == 0.0
    assert found(y, 0.25) == np.sum(y * y)
