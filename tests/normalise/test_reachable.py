"""What raises always, by conditions that types decide, stays in derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from srcdiff import grad, jvp

from ..language.compare import check_both

LIMIT = 3


def bound_in_no_iteration(x):
    for _ in range(0):
        step = 0.5
    for _ in range(3):
        x += step
    return x


def in_the_inner_loop(x):
    for _ in range(2):
        for _ in range(2):
            if LIMIT > 2:
                raise UnboundLocalError("no")
            x = x * 2.0
        x = x * 3.0
    return x


def in_a_branch(x):
    if x > 0.5:
        if LIMIT > 2:
            raise UnboundLocalError("no")
        y = x * 2.0
        x = y * y
    return x


def by_an_assertion(x):
    while x < 5.0:
        assert LIMIT > 3
        x = x * 2.0
    return x


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "function", [bound_in_no_iteration, in_the_inner_loop, in_a_branch, by_an_assertion]
)
def test_raised(function: Callable[..., Any], target: str) -> None:
    """The derivatives raise what the function raises."""
    for call in (
        lambda: function(0.7),
        lambda: grad(function, target=target)(0.7),
        lambda: jvp(function, target=target)(0.7, 1.0),
    ):
        with pytest.raises((UnboundLocalError, AssertionError)):
            call()


def in_no_iteration(x):
    for _ in range(0):
        if LIMIT > 2:
            raise ValueError("no")
        x = x * 2.0
    return x * x


def in_the_branch_that_never_runs(x):
    for _ in range(3):
        if LIMIT > 3:
            if x > 9.0:
                raise ValueError("no")
            y = x
        else:
            y = 2.0 * x
        x = x * y
    return x


@pytest.mark.parametrize("function", [in_no_iteration, in_the_branch_that_never_runs])
def test_not_raised(function: Callable[..., Any]) -> None:
    """Nor do they raise what never runs."""
    check_both(function, 0.7)
