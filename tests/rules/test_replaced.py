"""A rule that a user registers goes before those of srcdiff."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, derivative, grad
from srcdiff.rules import registered, registry

X = np.array([3.0, 1.0, 2.0])
TARGETS = pytest.mark.parametrize("target", ["python", "cpu"])


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget afterwards what a test has registered."""
    registry.fill()  # not into the copies
    monkeypatch.setattr(registered, "_rules", dict(registered._rules))
    yield


def identity(g: float, y: float, x: float) -> float:
    return g * 1.0


def proportional(g: float, y: float, x: Any) -> Any:
    return g * x


def sine(x: float) -> float:
    return math.sin(x)


def sines(x: Any) -> float:
    return float(np.sum(np.sin(x)))


def floor(x: float) -> float:
    return x * np.floor(x)


def median(x: Any) -> float:
    return float(np.median(x))


def largest(x: Any) -> float:
    return float(x.max())


def sum_of_small(x: float) -> float:
    total = 0.0
    for k in range(3):
        y = np.empty(2)
        y[0], y[1] = x, k * x
        total += np.sum(y)
    return float(total)


def doubled(g: float, y: float, x: Any) -> Any:
    return g * 2.0 * np.ones_like(x)


def mean_before_a_write(x: Any) -> float:
    y = np.mean(x)
    x[0] = 7.0
    return float(y)


CASES: list[tuple[Any, Callable[..., Any], Callable[..., Any], Any, Any]] = [
    (math.sin, identity, sine, 2.0, 1.0),
    (np.sin, identity, sines, X, np.ones(3)),
    (np.floor, identity, floor, 1.5, 2.5),  # one that counts as constant
    (np.median, proportional, median, X, X),
    (np.max, proportional, largest, X, X),  # called as a method
    (np.sum, doubled, sum_of_small, 2.0, 12.0),  # of elements that would be variables
    (np.mean, proportional, mean_before_a_write, X, X),  # the built-in rule reads no values
]


@TARGETS
@pytest.mark.parametrize(
    ("primal", "rule", "program", "at", "expected"), CASES, ids=lambda v: getattr(v, "__name__", "")
)
def test_it_is_used(
    primal: Any, rule: Any, program: Callable[..., Any], at: Any, expected: Any, target: str
) -> None:
    before = grad(program, target=target)(at)
    assert not np.array_equal(before, expected)
    derivative(primal)(rule)
    # a new derivative, for the one before was written with the other rule
    np.testing.assert_array_equal(grad(program, target=target)(at), expected)


def test_a_call_that_it_does_not_fit_is_refused() -> None:
    derivative(np.sum)(proportional)
    with pytest.raises(SrcdiffError, match="passes arguments by name"):
        grad(lambda x: np.sum(np.sum(x, axis=0)), target="python")(np.ones((2, 2)))


@pytest.mark.parametrize("function", [math.floor, math.ceil, math.trunc, int, len])
def test_a_function_that_gives_integers_has_no_rule(function: Any) -> None:
    with pytest.raises(SrcdiffError, match="gives an integer, which has no cotangent"):
        derivative(function)(identity)
