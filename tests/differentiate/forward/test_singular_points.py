"""Tangents at points where a rule divides by 0, or takes the logarithm of what has none."""

from __future__ import annotations

import math

import numpy as np
import pytest

from srcdiff import grad, jvp


def even_or_given(x, a):
    power = a
    if x < 0.0:
        power = 2.0
    return x**power


def chosen_powers(x, v):
    return np.sum((v - 1.5) ** np.where(v > 1.5, x, 2.0))


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_an_exponent_that_does_not_move_adds_nothing(target: str) -> None:
    value, rate = jvp(even_or_given, (0, 1), target=target)(-0.7, 2.5, 1.0, 1.0)
    assert (value, rate) == pytest.approx((0.49, sum(grad(even_or_given, (0, 1))(-0.7, 2.5))))
    v = np.array([1.2, 1.4, 2.0])
    with np.errstate(invalid="ignore"):  # of the logarithm in the branch that is not taken
        _, rate = jvp(chosen_powers, target=target)(2.0, v, 1.0)
        assert rate == pytest.approx(grad(chosen_powers, target=target)(2.0, v))


def test_an_exponent_that_moves_is_nan() -> None:
    assert not math.isnan(jvp(even_or_given, 1, target="python")(0.7, 2.5, 1.0)[1])
    with np.errstate(all="ignore"):
        assert math.isnan(jvp(lambda x, a: x**a, 1, target="python")(-0.7, 2.0, 1.0)[1])


def carried_length(x):
    s = 0.0
    k = 0.0
    for i in range(len(x)):
        s = math.hypot(s, k)
        s /= x[i] + 4.0
        k = s
    return s


def two_lengths(x, y):
    return math.hypot(x, y) * math.hypot(x, 2.0 * y)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_lengths_at_the_origin_divide_by_nothing(target: str) -> None:
    """What one branch of a condition divides by is not divided by before it."""
    x = np.array([0.3, -1.2])
    assert jvp(carried_length, target=target)(x, np.ones(2)) == (0.0, 0.0)
    np.testing.assert_array_equal(grad(carried_length, target=target)(x), np.zeros(2))
    for given in ((0.0, 0.0), (3.0, 4.0)):
        rate = jvp(two_lengths, (0, 1), target=target)(*given, 1.0, 1.0)[1]
        assert rate == pytest.approx(sum(grad(two_lengths, (0, 1), target=target)(*given)))
