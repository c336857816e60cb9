"""The functions of `math` that Numba lacks: values as in Python, and their gradients."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp
from srcdiff.library import LIBRARY, mathematics

POINT = np.array([1.3, -0.7, 2.9])
PROGRAMS: list[Callable[..., Any]] = []
NUMBERS = (-7.5, -2.5, -1.0, -0.3, -0.0, 0.0, 0.4, 0.5, 1.0, 1.5, 3.0, 7.3, 1e9, 1e-310)


def program(function: Any) -> Any:
    """Enter a function of a number, a vector and an integer."""
    PROGRAMS.append(function)
    return function


@program
def cbrt(x, v, n):
    return math.cbrt(x) * math.cbrt(v[1])


@program
def fmod(x, v, n):
    return math.fmod(v[2], x) * x


@program
def hypot(x, v, n):
    return math.hypot(x, v[0], v[1], v[2]) * math.hypot(x)


@program
def fsum(x, v, n):
    return math.fsum(v) * math.fsum([x, v[1], 2.0]) + math.fsum(a * a for a in v)


@program
def prod(x, v, n):
    return math.prod(v) * math.prod([x, v[0]], start=2.0) + math.prod((x, x))


@program
def dist(x, v, n):
    return math.dist(v, v * x) + math.dist((x, v[0]), (1.0, v[1]))


@program
def remainder(x, v, n):
    return math.remainder(v[2], x) * math.remainder(v[1], x)


@program
def modf(x, v, n):
    part, whole = math.modf(x * v[2])
    return part * whole * x


@program
def frexp(x, v, n):
    part, power = math.frexp(x * v[2])
    return part * power * x


@program
def isclose(x, v, n):
    return x * v[0] if math.isclose(x, v[0], abs_tol=1.0) else x * v[1]


@program
def ulp(x, v, n):
    return x * v[0] * (1.0 + math.ulp(1.0))


@program
def counts(x, v, n):
    return math.comb(n, 2) * x + math.perm(n, 2) * v[0] * x + math.factorial(n) * v[1] ** 2


@program
def integers(x, v, n):
    return x ** math.isqrt(n) * v[0] + math.lcm(n, 6) * v[1] * x


if hasattr(math, "fma"):  # new in Python 3.13

    @program
    def fma(x, v, n):
        return math.fma(x, v[0], v[1]) * x


if hasattr(math, "sumprod"):  # new in Python 3.12

    @program
    def sumprod(x, v, n):
        return math.sumprod(v, v * x) * math.sumprod([x, 2.0], [x, v[0]])


def arguments() -> tuple[float, Any, int]:
    return 1.1, POINT.copy(), 5


def test_every_function_is_in_a_program() -> None:
    used = {n for function in PROGRAMS for n in function.__code__.co_names}
    names = {name.split(".")[1] for name in LIBRARY if name.startswith("math.")}
    assert {name for name in names if hasattr(math, name)} <= used


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_the_gradient(function: Callable[..., Any], target: str) -> None:
    x, v, n = arguments()
    d_x, d_v = grad(function, wrt=("x", "v"), target=target)(x, v, n)
    step = 1e-6
    wanted = (function(x + step, v, n) - function(x - step, v, n)) / (2.0 * step)
    assert d_x == pytest.approx(wanted, rel=1e-7, abs=1e-7)
    for k in range(len(v)):
        change = step * np.eye(len(v))[k]
        wanted = (function(x, v + change, n) - function(x, v - change, n)) / (2.0 * step)
        assert d_v[k] == pytest.approx(wanted, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_forward_mode(function: Callable[..., Any]) -> None:
    x, v, n = arguments()
    d_x, d_v = grad(function, wrt=("x", "v"), target="python")(x, v, n)
    value, tangent = jvp(function, ("x", "v"), target="python")(x, v, n, 0.3, np.ones(3))
    assert value == pytest.approx(function(x, v, n), rel=1e-14)
    assert tangent == pytest.approx(0.3 * d_x + np.sum(d_v), rel=1e-12)


@pytest.mark.parametrize("x", NUMBERS)
def test_values_at_edges(x: float) -> None:
    def same(own: Any, pythons: Any) -> bool:
        signs = math.copysign(1.0, own) == math.copysign(1.0, pythons)
        return bool(own == pythons and signs)

    assert all(map(same, mathematics.modf(x), math.modf(x)))
    assert all(map(same, mathematics.frexp(x), math.frexp(x)))
    assert same(mathematics.ulp(x), math.ulp(x))
    for y in NUMBERS:
        assert mathematics.isclose(x, y, abs_tol=0.1) == math.isclose(x, y, abs_tol=0.1)
        if y != 0.0:
            assert same(mathematics.remainder(x, y), math.remainder(x, y))


def test_values_at_random() -> None:
    given = random.Random(7)
    for _ in range(2000):
        x = math.ldexp(given.uniform(-1.0, 1.0), given.randint(-60, 60))
        y = math.ldexp(given.uniform(0.1, 1.0), given.randint(-20, 20))
        assert mathematics.frexp(x) == math.frexp(x)
        assert mathematics.modf(x) == math.modf(x)
        assert mathematics.remainder(x, y) == math.remainder(x, y)


@pytest.mark.parametrize("n", range(25))
def test_counts(n: int) -> None:
    assert mathematics.factorial(n) == pytest.approx(math.factorial(n), rel=1e-15)
    assert mathematics.isqrt(n * n * n) == math.isqrt(n * n * n)
    for k in range(n + 3):
        assert mathematics.comb(n, k) == math.comb(n, k)
        assert mathematics.perm(n, k) == pytest.approx(math.perm(n, k), rel=1e-14)
        assert mathematics.lcm(n, k) == math.lcm(n, k)


def test_what_python_refuses() -> None:
    for function, given in (
        (mathematics.factorial, (-1,)),
        (mathematics.isqrt, (-1,)),
        (mathematics.comb, (-1, 2)),
        (mathematics.perm, (3, -2)),
        (mathematics.dist, ((1.0,), (1.0, 2.0))),
        (mathematics.sumprod, ((1.0,), (1.0, 2.0))),
    ):
        with pytest.raises(ValueError):
            function(*given)
