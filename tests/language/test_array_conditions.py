"""Conditions that are arrays raise where NumPy does, also if nothing hangs on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp

X = np.array([0.4, 1.1])


def unused_choice(x, y):
    kept = x if y else x[::-1]  # noqa: F841
    return np.sum(x * x)


def unused_branch(x, y):
    if y > 0.0:
        kept = x  # noqa: F841
    return np.sum(x * x)


def unused_loop(x, y):
    while y > 1.0:
        y = y - 1.0
    return np.sum(x * x)


def loud(y):
    if y[0:] * 2.0:
        return 1.0
    return 1.0


def in_a_function(x, y):
    return np.sum(x * x) * loud(y)


def of_two_ranks(x, y):
    if y.ndim == 2 and y:
        return np.sum(x)
    return np.sum(x * x)


FUNCTIONS = (unused_choice, unused_branch, unused_loop, in_a_function)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("y", [np.array([0.2, 0.3]), np.zeros(0), np.ones((2, 1))])
def test_raised(function: Callable[..., Any], y: Any) -> None:
    """Arrays of any other number of elements than one raise a ValueError."""
    with pytest.raises(ValueError, match="truth value"):
        function(X, y)
    with pytest.raises(ValueError, match="truth value"):
        grad(function, "x", target="python")(X, y)
    with pytest.raises(ValueError, match="truth value"):
        jvp(function, "x", target="python")(X, y, X)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_one_element(function: Callable[..., Any]) -> None:
    """Arrays of one element are conditions."""
    for y in (np.array([2.5]), np.array([[2.5]])):
        assert grad(function, "x", target="python")(X, y) == pytest.approx(2.0 * X)


def test_compiled() -> None:
    """Compiled derivatives raise, too."""
    assert grad(unused_branch, "x")(X, X[:1]) == pytest.approx(2.0 * X)
    with pytest.raises(ValueError, match="truth value"):
        grad(unused_branch, "x")(X, X)


def test_other_ranks() -> None:
    """A condition that an array's rank decides is not checked for others."""
    assert grad(of_two_ranks, "x", target="python")(X, X) == pytest.approx(2.0 * X)
