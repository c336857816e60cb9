"""Random numbers of np.random, and of generators that are arguments: drawn once, and in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import NoDerivative, UnsupportedSyntax, grad, jvp, value_and_grad

X, STEP = 1.1, 1e-6


def in_conditions(x, rng):
    s = 0.0
    for _ in range(9):
        s += np.exp(x * rng.normal(0.0, 1.0))
        if rng.random() < 0.5:
            s += x * x
        while rng.random() < 0.4 and s < 50.0:
            s = s * x + 0.1
        s += s * x if rng.uniform() < 0.2 or rng.uniform() < 0.2 else x**3
    return s


def in_subscripts(x, rng):
    a = np.ones(4) * x
    for _ in range(9):
        a[rng.integers(0, 4)] *= x
    for _ in range(rng.integers(2, 9)):
        a = a * np.sin(a)
    if 0.2 < rng.random() < 0.9 < x + rng.random():
        a = a * a[rng.integers(0, 4)]
    return np.sum(a)


def drawn(rng, x):
    return rng.standard_normal() * x


def in_functions(x, rng):
    price, total = 1.0, 0.0
    for _ in range(6):
        price *= np.exp(0.1 * x + drawn(rng, 0.3) * x)
        total += max(price - 1.0, 0.0)
    return total * rng.normal() + rng.normal() * x


def of_arrays(x, rng):
    a = rng.standard_normal((3, 4)) @ np.tanh(x * rng.random(4))
    z = [rng.normal() for _ in range(3)]
    return np.sum(a * a) + sum(np.sin(x * e) for e in z)


def of_numpy(x, _):
    s = 1.0
    for _ in range(9):
        if 0.2 < np.random.uniform() < 0.7:
            s += np.exp(x * np.random.normal(0.0, 1.0))
        a = np.ones(3) * x
        a[np.random.randint(3)] *= s if np.random.random() < 0.5 else x
        s += np.sum(a * a) * (np.random.random() < 0.5)
    return s


def run(function: Callable[..., Any], x: float, *others: Any) -> Any:
    """Call a function, with random numbers that begin as always."""
    np.random.seed(5)
    return function(x, np.random.default_rng(3), *others)


FUNCTIONS = [in_conditions, in_subscripts, in_functions, of_arrays, of_numpy]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_is_drawn_is_drawn_once(function: Callable[..., float]) -> None:
    slope = (run(function, X + STEP) - run(function, X - STEP)) / (2.0 * STEP)
    value, found = run(value_and_grad(function, target="python"), X)
    assert value == pytest.approx(run(function, X), rel=1e-13)
    assert found == pytest.approx(slope, rel=1e-6)
    assert run(jvp(function, target="python"), X, 1.0)[1] == pytest.approx(slope, rel=1e-6)


def test_compiled() -> None:
    wanted = run(value_and_grad(in_conditions, target="python"), X)
    assert run(value_and_grad(in_conditions), X) == pytest.approx(wanted)


def test_a_generator_goes_on() -> None:
    rng, plain = np.random.default_rng(3), np.random.default_rng(3)
    derivative = grad(in_functions, target="python")
    first = derivative(X, rng)
    in_functions(X, plain)
    assert rng.normal() == plain.normal()
    assert derivative(X, rng) != first


def test_what_is_refused_has_a_way_out() -> None:
    def made_inside(x):
        rng = np.random.default_rng(3)
        return x * rng.normal()

    def depends(x, rng):
        return rng.normal(x, 1.0)

    with pytest.raises(UnsupportedSyntax, match=r"as in `def f\(x, rng\):`"):
        grad(made_inside, target="python")(X)
    with pytest.raises(NoDerivative, match="draw a standard number"):
        grad(depends, target="python")(X, np.random.default_rng(3))
