"""Named tuples as arguments, as results, and inside functions."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad, jvp, vjp

from .structures import check

Point = namedtuple("Point", "x y")
Result = namedtuple("Result", "solution success status")


class Options(NamedTuple):
    """Options of a function, with defaults."""

    scale: float = 0.5
    count: int = 3


ORIGIN = Point(2.0, 3.0)
P = Point(1.5, 2.0)


def fields(p):
    return p.x * p.y + p[0] + len(p)


def distance(p, scale=1.0):
    return math.sqrt(p.x**2 + p.y**2) * scale


def moved(p, a):
    q = Point(a * p.x, y=p.y + a)
    x, y = q
    return distance(q) + distance(p, a) + distance(ORIGIN, x) * y


def scaled(p, a):
    return Point(p.x * a, p.y + a)


def of_results(x, a):
    first = scaled(Point(x, a), a)
    second = scaled(first, x)
    return second.x * second.y, (second, ())


def powers(x, options=Options()):  # noqa: B008
    total = 0.0
    for k in range(options.count):
        total += x**k * options.scale
    return total


def of_options(x):
    return powers(x) * powers(x, Options(count=2)) + ORIGIN.x * x


def solve(z, a):
    if a > 100.0:
        return Result(z * 1.0, False, 0)
    return Result(z * a, True, 1)


def of_solution(z, a):
    found = solve(z, a)
    if found.success:
        return np.sum(found.solution) * found.status
    return a


def in_tuples(ends, a):
    first, second = ends
    return first.x * second.y + first.y * a


def with_lists(xs, a):
    p = Point(xs, a)
    return Point([v * p.y for v in p.x], 1)


def carried(p, a):
    best = p
    for _ in range(3):
        best = Point(best.x * a, best.y + best.x)
    return best.x + best.y


def extended(x, a):
    parts = (x, x * a)
    parts += (a * a, x)
    last = (a, x * a)
    return parts[1:] + last if a > 1.0 else parts[:3] + last


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (fields, (P,)),
    (moved, (P, 0.7)),
    (scaled, (P, 0.7)),
    (of_results, (1.5, 0.7)),
    (powers, (1.5,)),
    (of_options, (1.5,)),
    (solve, (np.array([1.0, 2.0]), 1.5)),
    (of_solution, (np.array([1.0, 2.0]), 1.5)),
    (in_tuples, ((P, Point(3.0, 4.0)), 0.7)),
    (with_lists, ([1.0, 2.0], 1.5)),
    (carried, (P, 0.7)),
    (extended, (1.5, 0.7)),
]
COMPILED = (moved, of_results, of_options, of_solution, with_lists, carried)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_both_modes(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_both_modes_compiled(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_class_of_a_gradient(target: str) -> None:
    assert grad(fields, target=target)(P) == Point(3.0, 1.5)
    assert isinstance(grad(fields, target=target)(P), Point)
    assert isinstance(jvp(scaled, target=target)(P, 0.5, Point(1.0, 0.0))[0], Point)
    cotangents = [Point(1.0, 10.0), (1.0, 10.0)]
    found = [vjp(scaled, target=target)(P, 0.5, cotangent) for cotangent in cotangents]
    assert found == [Point(0.5, 10.0)] * 2


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_a_class_that_cannot_be_imported(target: str) -> None:
    Local = namedtuple("Local", "a b")

    def product(pair):
        return pair.a * pair.b

    assert grad(product, target=target)(Local(2.0, 3.0)) == (3.0, 2.0)


def test_the_source_reads_fields() -> None:
    assert "p.x" in grad(fields, target="python").source(P)


def test_wrong_calls_of_classes() -> None:
    def missing(x):
        return Point(x).x

    def unknown(x):
        return Point(x, 1.0).z

    for function in (missing, unknown):
        with pytest.raises(SrcdiffError) as caught:
            grad(function, target="python")(1.0)
        assert "-->" in str(caught.value)


def advanced(p, h):
    return Point(p.x + h * p.y, p.y - h * p.x)


def kept_inside(p):
    if p.x < 0.0:
        return Point(0.0, p.y)
    return p


def of_steps(x, a):
    p = Point(x, a)
    for _ in range(3):
        p = advanced(p, 0.1)
    count = 0
    while p.x < 2.0 and count < 3:
        p = kept_inside(advanced(p, x))
        u, v = p
        p = Point(u, y=v * 0.9)
        count += 1
    if x > 0.0:
        p = advanced(p, a)
    return p.x * p.y + len(p) + p[0]


def beside_numbers(x, a):
    def both(p, n):
        return n * 2.0, advanced(p, n)

    n, p = 1.0, Point(x, a)
    for _ in range(3):
        n, p = both(p, n)
    return p.x * p.y * n


@pytest.mark.parametrize("target", ["cpu", "python"])
@pytest.mark.parametrize("function", [of_steps, beside_numbers])
def test_named_tuples_that_functions_step(function, target):
    check(function, 0.7, 1.3, target=target)
