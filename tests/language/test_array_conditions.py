"""Conditions that are arrays raise where NumPy does, also if nothing hangs on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp

from .compare import check_both

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


def in_a_try(x, y):
    z = x
    try:
        if y > 0.5:
            z = 2.0 * x
    except (IndexError, ValueError):
        z = x * x
    return np.sum(z)


def not_in_a_try(x, y):
    try:
        return np.sum(x) if y > 0.5 else 0.0
    except Exception:
        return np.sum(x * x)


def while_in_a_try(x, y):
    try:
        while y > 0.5:
            x = x * 2.0
            break
    except ArithmeticError:
        pass
    except:  # noqa: E722
        x = x * x
    return np.sum(x)


def asserted_in_a_try(x, y):
    try:
        assert y
    except ValueError:
        x = x * x
    return np.sum(x)


def taken_apart(x, y):
    z = x
    try:
        if np.any(y > 0.5):
            z = 2.0 * x
        if y[0] > 0.5:
            z = 2.0 * z
    except ValueError:
        z = x * x
    return np.sum(z)


def beside_a_try(x, y):
    try:
        z = x / x[0]
    except ZeroDivisionError:
        z = x
    if y > 0.5:
        z = 2.0 * z
    return np.sum(z)


@pytest.mark.parametrize("function", [in_a_try, not_in_a_try, while_in_a_try, asserted_in_a_try])
def test_a_handler_of_value_errors(function: Callable[..., Any]) -> None:
    """What a `try` takes would have to be known before the types."""
    with pytest.raises(UnsupportedSyntax, match="this condition is an array, inside a `try`"):
        grad(function, "x")(X, X)
    with pytest.raises(UnsupportedSyntax, match="this condition is an array, inside a `try`"):
        jvp(function, "x")(X, X, X)


def test_what_raises_no_value_error_in_a_try() -> None:
    """The way out works, and other handlers do not matter."""
    check_both(taken_apart, X, X)
    check_both(beside_a_try, X, np.ones(1))
