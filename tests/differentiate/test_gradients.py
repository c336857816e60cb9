"""Gradients of small programs against finite differences, and effects that happen once."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, value_and_grad, vjp

from ..normalise.programs import PROGRAMS
from .finite import TOLERANCE, check, slope

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.array([0.4, 1.3, 0.2, 2.0])


def is_smooth(given: tuple[Any, ...]) -> bool:
    """Return True if arguments are none that a program compares as equal."""
    return not isinstance(given[0], float) or given[0] != given[1]


SCALAR = [
    (function, [given for given in inputs if is_smooth(given)])
    for function, inputs in PROGRAMS
    if function.__name__ not in ("nothing_returned",)
]


@pytest.mark.parametrize("program", SCALAR, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    function, inputs = program
    derivative = grad(function, target="python")
    for given in inputs:
        found = derivative(*given)
        np.testing.assert_allclose(found, slope(function, given, 0), rtol=1e-6, atol=1e-6)


COMPILED = [p for p in SCALAR if p[0].__name__ in ("straight", "breaks", "while_loop", "stores")]


@pytest.mark.parametrize("program", COMPILED, ids=lambda program: program[0].__name__)
def test_the_compiled_gradient(program: Any) -> None:
    function, inputs = program
    for given in inputs:
        expected = grad(function, target="python")(*given)
        np.testing.assert_allclose(grad(function)(*given), expected, rtol=1e-13)


def test_the_vjp_of_a_function_that_returns_early() -> None:
    def nothing_returned(x, n):
        for i in range(len(x)):
            x[i] = x[i] * n
            if x[i] > 1.0:
                return

    found = vjp(nothing_returned, outputs="x", target="python")(X, 2.0, np.ones(4))
    np.testing.assert_allclose(found, [2.0, 2.0, 1.0, 1.0])


# --- what is not a computation happens once, and as in the function ---


def test_what_is_printed_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    def talking(x):
        total = 0.0
        for i in range(len(x)):
            y = x[i] * x[i]
            print("step", i)
            total += y * y
        print("end")
        return total

    check(grad(talking, target="python")(X), lambda x: np.sum(x**4), X)
    assert capsys.readouterr().out.split() == [
        "step",
        "0",
        "step",
        "1",
        "step",
        "2",
        "step",
        "3",
        "end",
    ]


def test_what_a_callee_prints_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    def talking(x):
        print("called")
        return x * x

    def outer(x):
        return talking(x) * talking(x)

    assert grad(outer, target="python")(2.0) == 32.0
    assert capsys.readouterr().out.split() == ["called"] * 2


@TARGETS
def test_an_error_is_raised_as_in_the_function(target: str) -> None:
    def checked(x):
        if x < 0.0:
            raise ValueError("x is negative")
        assert x < 10.0
        return x * x

    derivative = grad(checked, target=target)
    assert derivative(3.0) == 6.0
    with pytest.raises(ValueError, match="x is negative"):
        derivative(-1.0)
    with pytest.raises(AssertionError):
        derivative(11.0)


@TARGETS
def test_an_error_in_a_loop_is_raised_as_in_the_function(target: str) -> None:
    def checked(x):
        total = 0.0
        for i in range(len(x)):
            if x[i] < 0.0:
                raise ValueError("negative")
            total += x[i] * x[i]
        return total

    derivative = grad(checked, target=target)
    np.testing.assert_allclose(derivative(X), 2.0 * X)
    with pytest.raises(ValueError, match="negative"):
        derivative(-X)


def test_an_error_of_a_callee_is_raised() -> None:
    def checked(x):
        if x < 0.0:
            raise ValueError("negative")
        return x * x

    def outer(x):
        checked(x)
        return x * 3.0

    derivative = grad(outer, target="python")
    assert derivative(1.0) == 3.0
    with pytest.raises(ValueError, match="negative"):
        derivative(-1.0)


def test_division_by_zero_is_that_of_numpy() -> None:
    def quotient(x, y):
        return x / y

    d_x, d_y = grad(quotient, ("x", "y"))(1.0, 0.0)
    assert (d_x, d_y) == (math.inf, -math.inf)
    d_x, d_y = grad(quotient, ("x", "y"))(0.0, 0.0)
    assert d_x == math.inf
    assert math.isnan(d_y)


@TARGETS
def test_random_numbers_are_drawn_once(target: str) -> None:
    def noisy(x):
        total = 0.0
        for _ in range(5):
            noise = np.random.random()
            total += noise * x * math.sin(x * noise)
        return total

    derivative = value_and_grad(noisy, target=target)
    values = [derivative(1.0) for _ in range(200)]
    # value and gradient come of the same numbers: one is a function of the other
    small = min(values)
    assert 0.0 < small[0] < max(values)[0] < 5.0
    for value, gradient in values:
        assert value <= gradient <= 2.0 * value  # as x sin(ax) <= ... <= 2 x sin(ax) at x = 1


# --- exact points ---


def test_the_gradient_of_what_does_not_depend_on_the_argument() -> None:
    def constant(x, n):
        return n * 2.0

    def constant_array(x):
        return 1.0 * len(x)

    assert grad(constant, target="python")(3.0, 2) == 0.0
    np.testing.assert_array_equal(grad(constant_array, target="python")(X), np.zeros(4))


def test_small_numbers_stay() -> None:
    def line(x):
        return 1e-300 * x * 1e-10

    found = grad(line, target="python")(1.0)
    assert abs(found - 1e-310) <= TOLERANCE * 1e-310


def test_an_array_of_a_length_found_at_run_time() -> None:
    def copied(x, n):
        y = np.zeros(len(x) + n)
        for i in range(len(x)):
            y[i + n] = x[i] * x[i]
        total = 0.0
        for i in range(len(y)):
            total += y[i] * y[i]
        return total

    check(grad(copied, target="python")(X, 2), copied, X, 2)
