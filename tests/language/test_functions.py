"""Functions inside functions, lambdas, and functions as arguments."""

# ruff: noqa: B023, E731

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both

X = np.array([0.4, 1.3, 0.2, 2.0])
SCALE = 1.5
Point = namedtuple("Point", ("left", "right"))


def cube(x):
    return x * x * x


def inner_function(x, y):
    def area(a, b=2.0):
        """The docstring of an inner function."""
        if a > b:
            return a * b
        return a * a * b

    return area(x, y) + area(y) * area(b=x, a=1.0)


def captured(x, k):
    def scaled(y):
        return k * y * SCALE

    total = scaled(x)
    k = k * x
    return total + scaled(x)


def captured_array(x, n):
    y = np.zeros(n)

    def put(i, value):
        y[i] += value * x[i]

    for i in range(n):
        put(i, 2.0)
        put(n - 1 - i, x[0])
    return y[0] * y[n - 1] + y[1]


def inner_of_inner(x, y):
    def outer(a):
        def inside(b):
            return a * b * y

        return inside(a) + inside(x)

    return outer(x) * outer(y)


def inner_functions_of_each_other(x, k):
    def first(a):
        return k * a

    def second(a):
        return first(a) + first(first(a)) * x

    return second(x) * k


def recursive_inner(x, n):
    def power(m):
        return 1.0 if m == 0 else x * power(m - 1)

    return power(n) + power(2)


def lambdas(x, y):
    square = lambda a: a * a
    shifted = lambda a, b=0.5: square(a + b) * y
    return shifted(x) * square(y) + shifted(x, y)


def lambda_called_at_once(x, y):
    return (lambda a: a * x)(y) + x


def other_names(x, y):
    sine = np.sin
    times = cube
    power = times
    return sine(x) * times(y) + sine(y) + power(y)


def twice(f, x):
    return f(f(x))


def newton(f, slope, x, steps=4):
    for _ in range(steps):
        x = x - f(x) / slope(x)
    return x


def integral(f, a, b, n):
    h = (b - a) / n
    total = 0.5 * (f(a) + f(b))
    for i in range(1, n):
        total += f(a + i * h)
    return total * h


def recursive_search(f, low, high, depth):
    middle = 0.5 * (low + high)
    if depth == 0:
        return middle - f(middle) / 2.0
    if f(middle) > 0.0:
        return recursive_search(f, low, middle, depth - 1)
    return recursive_search(f, middle, high, depth - 1)


def advanced(point, by):
    return Point(point.left + by, point.right * 2.0)


def recursive_pair(x, depth):
    if depth <= 0:
        return x, 1.0
    point = advanced(Point(x, 0.5 * x), 0.25)
    value, times = recursive_pair(point.left * point.right, depth - 1)
    return value + x, times * x


def calls_of_named_tuples_in_recursion(x):
    value, times = recursive_pair(x, 2)
    return value * times


def twice_of_twice(f, x):
    return twice(f, x) + twice(lambda a: f(a) * x, x)


def calls_by_name(x, y):
    return twice(cube, x) + twice(np.sin, y) * twice(f=math.exp, x=0.1 * x)


def calls_with_lambda(x, k):
    def residual(a):
        return a * a - k * x

    return newton(residual, lambda a: 2.0 * a, 1.0 + x) * newton(
        residual, residual_slope, k, steps=2
    )


def residual_slope(a):
    return 2.0 * a + 0.1


def calls_in_loop(x, n):
    total = 0.0
    for i in range(n):
        total += integral(lambda t: math.sin(t * x) * i, 0.0, x, 3 + i)
    return total


def folded(depth, t):
    if depth == 0:
        return t
    return unfolded(depth - 1, t * t)


def unfolded(depth, t):
    if depth == 0:
        return -t
    return folded(depth - 1, t + 1.0) + twisted(depth - 1, t)


def twisted(depth, t):
    return folded(depth, 0.5 * t) - unfolded(depth, t * 1.1)


def adds_calls_of_each_other(x, n):
    return folded(n, x)


def calls_recursive(x, k):
    return recursive_search(lambda t: t * t - k, 0.0, x, 5)


def passed_on(x, k):
    return twice_of_twice(lambda a: k * a * a, x)


def partial_application(x, k):
    scaled = partial(product, k, 2.0)
    return twice(scaled, x) + twice(partial(product, x, k), k) + scaled(x)


def product(a, b, c):
    return a * b * c * c


def sums(first, *others, scale=1.0):
    total = first
    for value in others:
        total += value * value * scale
    return total * len(others)


def forwards(f, *given):
    return f(*given) * given[0]


def any_number(x, y):
    values = (y, x, 3.0)
    return sums(x, y, x) + sums(x) + sums(x, *values, scale=y) + forwards(sums, x, y)


@njit
def compiled_inner(x, y):
    @njit
    def area(a, b):
        return a * b

    return area(x, y) * area(x, 2.0)


def with_default_function(f=np.sqrt, x=2.0):
    return f(x) * x


def calls_with_default_function(x, y):
    return with_default_function(x=x) + with_default_function(cube, y)


def factory(k: float) -> Callable[[float, float], float]:
    shift = lambda a: a + k

    def made(x, y):
        return shift(x) * y * twice(shift, y)

    return made


def chosen_function(x):
    f = cube if x > 0.0 else math.sin
    return f(x)


def changed_around(x):
    total = x

    def add(a):
        nonlocal total
        total += a

    add(x)
    return total


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (inner_function, (1.5, 0.5)),
    (inner_function, (0.25, 0.5)),
    (captured, (1.5, 0.5)),
    (captured_array, (X, 4)),
    (inner_of_inner, (1.5, 0.5)),
    (inner_functions_of_each_other, (1.5, 0.5)),
    (recursive_inner, (1.5, 4)),
    (lambdas, (1.5, 0.5)),
    (lambda_called_at_once, (1.5, 0.5)),
    (other_names, (1.5, 0.5)),
    (calls_by_name, (1.1, 0.5)),
    (calls_with_lambda, (1.5, 0.5)),
    (calls_in_loop, (1.5, 3)),
    (calls_recursive, (2.5, 1.75)),
    (adds_calls_of_each_other, (1.1, 4)),
    (calls_of_named_tuples_in_recursion, (0.75,)),
    (passed_on, (1.1, 0.5)),
    (partial_application, (1.1, 0.5)),
    (any_number, (1.5, 0.5)),
    (compiled_inner, (1.5, 0.5)),
    (calls_with_default_function, (1.5, 0.5)),
    (factory(2.0), (1.5, 0.5)),
    (chosen_function, (0.75,)),
    (changed_around, (0.75,)),
    (chosen_function, (-0.75,)),
]
COMPILED = (captured, recursive_inner, calls_with_lambda, any_number, passed_on)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any) -> None:
    check(program[0], *program[1])


@pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p[0] in COMPILED], ids=lambda program: program[0].__name__
)
def test_the_compiled_gradient(program: Any) -> None:
    check(program[0], *program[1], target="cpu")


def bound_twice(x):
    if x > 0.0:

        def g(a):
            return a

    else:

        def g(a):
            return -a

    return g(x)


def returned_function(x):
    return cube


def hides_captured(x):
    k = 2.0 * x

    def scaled(a):
        return k * a

    def other(k):
        return scaled(k)

    return other(x)


def default_of_variable(x):
    k = 2.0 * x

    def scaled(a, k=k):
        return k * a

    return scaled(x)


def rebinds_function(f, x):
    f = cube
    return f(x)


def calls_that_rebinds(x):
    return rebinds_function(math.sin, x)


def chosen_by_a_loop(x):
    total = 0.0
    for g in (math.sin, abs):
        total += g(x)
    return total * g(x)


REFUSED = [
    bound_twice,
    returned_function,
    hides_captured,
]


@pytest.mark.parametrize("function", REFUSED)
def test_what_is_refused(function: Callable[..., float]) -> None:
    with pytest.raises(UnsupportedSyntax):
        grad(function, target="python")(0.75)


@pytest.mark.parametrize("function", [calls_that_rebinds, chosen_by_a_loop])
def test_names_of_several_functions(function: Callable[..., float]) -> None:
    check(function, 0.75)


def name_of_a_parameter_too(x):
    total = 0.0
    for g in (math.sin, abs):
        total += g(x)

    def twice(g, u):
        return g(g(u))

    return total + twice(math.sin, x)


def test_a_parameter_of_a_function_inside_is_another_variable() -> None:
    check(name_of_a_parameter_too, 0.75)


def test_defaults_of_functions_inside_are_those_of_the_definition() -> None:
    def of_lambdas(x):
        total = 0.0
        for k in range(3):
            scaled = lambda u, c=k: u * c
            total += np.sum(scaled(x) ** 2)
        return total

    def of_definitions(x):
        total, a = 0.0, x[0]
        for k in range(3):

            def scaled(u, c=a * k, *, w=x):
                c = c + 1.0
                return u * c * w

            a = a + 1.0
            total += np.sum(scaled(x))
        return total

    def of_arguments(x):
        def applied(f, u):
            return f(u)

        total = 0.0
        for k in range(3):
            total += np.sum(applied(lambda u, c=k: u * u * c, x))
        return total

    for function in (of_lambdas, of_definitions, of_arguments):
        check_both(function, np.array([0.5, 1.5, -0.8]))
    check_both(default_of_variable, 0.75)


def test_a_default_of_a_function_inside_that_is_passed_at_times_is_refused() -> None:
    def f(x):
        a = x * x

        def scaled(u, c=a):
            return u * c

        return scaled(x) + scaled(x, 3.0)

    with pytest.raises(UnsupportedSyntax, match="a default value of a function inside"):
        grad(f, target="python")(0.7)


def default_in_a_lambda(a):
    g = lambda a: (lambda u, c=a: u * c)(2.0)
    return g(a * 3.0)


def default_in_a_comprehension(x):
    k = 5.0
    return sum((lambda u, c=k: u * c)(x) for k in range(3)) * k


def test_defaults_of_variables_of_other_expressions() -> None:
    check_both(default_in_a_lambda, 0.7)
    with pytest.raises(UnsupportedSyntax, match="a default value of a function inside"):
        grad(default_in_a_comprehension, target="python")(0.7)
