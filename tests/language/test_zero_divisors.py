"""Integers divided by zero raise in derivatives as they do in the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp, value_and_grad

from .compare import check_both

V = np.array([0.7, 1.3, 2.1])


def quotient(x, width):
    return x * (100 // width)


def remainder(x, width):
    return x * (100 % width)


def of_negative(x, width):
    return x * (-7 // width) + x * (-7 % width)


def both_at_once(x, width):
    whole, rest = divmod(17, width)
    return x * whole + rest


def behind_and(x, width):
    if width != 0 and 10 % width == 1:
        return x * 2.0
    return x


def before_and(x, width):
    if 10 % width == 1 and x > 0.0:
        return x * 2.0
    return x


def behind_or(x, width):
    if width == 0 or 10 % width == 1:
        return x * 2.0
    return x


def in_a_condition_of_while(x, width):
    k = 20
    while k % width != 1:
        x = x * 1.1
        k = k - 1
        width = width - 1
    return x


def in_a_loop(x, width):
    s = 0.0
    for i in range(5):
        s += x * (i % width)
    return s


def in_a_loop_that_may_not_begin(x, count):
    s = x
    for i in range(count):
        s += x * (i % count)
    return s


def in_a_nest(x, width):
    s = x
    for _ in range(width):
        for j in range(3):
            s += x * (j // (width - 2))
    return s


def of_a_subscript(x, width):
    return x[2 // width]


def of_a_bound(x, width):
    s = 0.0
    for _ in range(10 // width):
        s += x
    return s


def never_read(x, width):
    k = 7 // width  # noqa: F841
    return x * 2.0


def in_place(x, width):
    k = 7
    k //= width
    k %= width
    return x * k


def of_a_list(x, width):
    widths = [3, width]
    return x * (5 // widths[1])


def rest_of(width):
    return 10 % width


def of_a_function(x, width):
    return x * rest_of(width)


def chosen(x, width):
    return x * (7 // width if width else 1)


def of_a_comparison(x, width):
    return x * (5 // (width > 2))


def in_a_comprehension(x, width):
    return sum([x * (j // width) for j in range(3)])


def checked_by_its_author(x, width):
    if width == 0:
        raise ValueError("no width")
    return x * (7 // width)


def of_single_precision(x, width):
    return np.float32(x) * (7 // width)


EVERY = [
    *(quotient, remainder, of_negative, both_at_once, behind_and, before_and, behind_or),
    *(in_a_condition_of_while, in_a_loop, in_a_loop_that_may_not_begin, in_a_nest),
    *(of_a_subscript, of_a_bound, never_read, in_place, of_a_list, of_a_function, chosen),
    *(of_a_comparison, in_a_comprehension, checked_by_its_author, of_single_precision),
]
COMPILED = [quotient, in_a_condition_of_while, in_a_nest, in_place, of_a_function]


def outcome(function: Callable[..., Any], *given: Any) -> Any:
    """Return the class of what a function raises, or None."""
    try:
        function(*given)
    except ArithmeticError as error:
        return type(error)
    except ValueError as error:
        return type(error)
    return None


@pytest.mark.parametrize("width", [0, 1, 2, 3, -2])
@pytest.mark.parametrize("function", EVERY)
def test_a_derivative_raises_where_the_function_does(function: Any, width: int) -> None:
    x = V if function is of_a_subscript else 1.5
    one = np.ones(3) if x is V else 1.0
    if width < 0 and function in (of_a_subscript, in_a_condition_of_while):
        return  # out of range, and without end
    raised = outcome(function, x, width)
    assert outcome(grad(function, target="python"), x, width) == raised
    assert outcome(value_and_grad(function, target="python"), x, width) == raised
    assert outcome(jvp(function, target="python"), x, width, one) == raised
    if raised is None and function is not of_single_precision:
        check_both(function, x, width)


@pytest.mark.parametrize("function", COMPILED)
def test_compiled_derivatives_raise(function: Any) -> None:
    for derivative, tangent in ((grad(function), ()), (jvp(function), (1.0,))):
        for width in (0, 2, 3):
            raised = outcome(function, 1.5, width)
            assert outcome(derivative, 1.5, width, *tangent) == raised


def numbers_of_an_array(x, k):
    return x * (5 // k[1]) + x * (k[0] % k[1])


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_scalars_of_an_array_give_zero_as_in_numpy() -> None:
    k = np.array([3, 0])
    assert numbers_of_an_array(1.5, k) == 0.0
    assert grad(numbers_of_an_array, target="python")(1.5, k) == 0.0
    assert grad(numbers_of_an_array)(1.5, k) == 0.0


def floating(x, y):
    return x // y + x % y + x


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_floating_point_numbers_are_those_of_numpy() -> None:
    value, _ = value_and_grad(floating)(1.5, 0.0)
    assert not np.isfinite(value)


def constant_divisor(x, n):
    return x * (n // 3)


def around(x):
    n = len(x)
    s = 0.0
    for i in range(n):
        s += x[i] * x[(i + 1) % n] + x[(i + 2) % len(x)] * x[i] + x[(n - 1 - i) % x.shape[0]]
    return s


def up_to_half(x, n):
    s = 0.0
    for i in range(1, n // 2):
        s += x[i % n] * (7 % i) + n % (i + 2)
    return s


def known_to_be_more(x, n):
    k = max(n, 1)
    m = 2
    for i in range(n):
        m = m + i
    return x * (9 // k) + x * (9 % m)


def guarded(x, n):
    if n > 0:
        x = x * (9 // n)
    k = n
    while k:
        k, n = n % k, k
    return x


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (constant_divisor, (1.5, 7)),
        (around, (V,)),
        (up_to_half, (np.ones(12), 8)),
        (known_to_be_more, (1.5, 3)),
        (guarded, (1.5, 6)),
    ],
)
def test_divisors_that_are_no_zero_are_not_checked(function: Any, given: Any) -> None:
    check_both(function, *given)
    assert "raise" not in grad(function, target="python").source(*given)


def test_a_check_stands_before_the_loop() -> None:
    text = grad(in_a_loop, target="python").source(1.5, 2)
    assert text.index("raise ZeroDivisionError") < text.index("for i in range")
    assert "iterations are independent" in text
