"""Names that begin with a value of another type."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedType, grad, jvp

from .compare import check, check_both

V = np.array([0.7, 1.3, 2.1])


def integer_before_while_true(x):
    t = 0
    while True:
        t = x * 2.0
        if t[0] > 0.0:
            break
    return np.sum(t * t)


def float_before_while_true(x):
    t = 0.0
    while True:
        t = np.sin(x)
        if t[0] > -2.0:
            break
    return np.sum(t * x)


def other_rank_before_while_true(x):
    t = np.zeros(1)
    while True:
        t = np.outer(x, x)
        if t[0, 0] > 0.0:
            break
    return np.sum(t * t)


def boolean_before_while_true(x):
    t = False
    while True:
        t = x * 3.0
        break
    return np.sum(t * t)


def until_small(x):
    t = 0
    err = 1.0
    while err > 1e-3:
        t = x * err
        err = err * 0.1
    return np.sum(t * t)


def until_small_from_infinity(x):
    t = 0
    err = np.inf
    while err > 1e-3:
        t = x * x
        err = 1e-4
    return np.sum(t * t)


def in_a_counted_loop(x):
    t = 0
    for k in range(3):
        t = x * (k + 1.0)
    return np.sum(t * t)


def in_a_nest(x):
    t = 0
    for k in range(2):
        while True:
            t = x * (k + 1.0)
            if t[0] > 0.0:
                break
    return np.sum(t * x)


def two_names(x):
    a = b = 0
    while True:
        a, b = x * 2.0, np.cos(x)
        if a[0] > 0.0:
            break
    return np.sum(a * b)


def of_a_function(x):
    return integer_before_while_true(x) * 2.0 + until_small(x)


def with_continue(x):
    t = 0
    n = 0
    while True:
        n += 1
        t = x * n
        if n < 3:
            continue
        break
    return np.sum(t * t)


EVERY = [
    *(integer_before_while_true, float_before_while_true, other_rank_before_while_true),
    *(boolean_before_while_true, until_small, until_small_from_infinity, in_a_counted_loop),
    *(in_a_nest, two_names, of_a_function, with_continue),
]


@pytest.mark.parametrize("function", EVERY)
def test_a_value_that_nobody_reads_gives_no_type(function: Any) -> None:
    check_both(function, V)


@pytest.mark.parametrize("function", [integer_before_while_true, until_small, in_a_nest])
def test_compiled(function: Any) -> None:
    check(function, V, target="cpu")


def integer_and_float(x, n):
    t = 0
    for _ in range(n):
        t = t + x * x
    return t * x


def integer_until_tolerance(x, tol):
    t = 1
    err = 1.0
    while err > tol:
        t = t * x
        err = err * 0.5
    return t * x


def integer_in_a_branch(x, n):
    t = 3
    if n > 1:
        t = x * x
    return t * x


def test_integers_become_floats() -> None:
    for n in (0, 1, 3):
        check_both(integer_and_float, 1.5, n)
        check_both(integer_in_a_branch, 1.5, n)
    check_both(lambda x: integer_until_tolerance(x, 0.1), 1.5)
    check(integer_and_float, 1.5, 2, target="cpu")


def perhaps_not_at_all(x, tol):
    t = 0
    err = 1.0
    while err > tol:
        t = x * err
        err = err * 0.1
    return np.sum(t * t)


def read_before(x):
    t = 0
    for _ in range(3):
        t = x * (t + 1.0)
    return np.sum(t * t)


def ranks_by_branch(x, n):
    t = x
    if n > 1:
        t = np.outer(x, x)
    return np.sum(t * t)


@pytest.mark.parametrize("derivative", [grad, jvp])
def test_values_of_two_types_are_refused(derivative: Any) -> None:
    tangents = (V,) if derivative is jvp else ()
    with pytest.raises(UnsupportedType, match=r"`t` is both (?s:.*)--> .*two_types"):
        derivative(ranks_by_branch)(V, 1, *tangents)


@pytest.mark.parametrize(("function", "given"), [(perhaps_not_at_all, (0.3,)), (read_before, ())])
def test_a_number_first_and_arrays_later(function: Any, given: Any) -> None:
    check_both(function, V, *given)


# --- of values that recursive functions, and named tuples, pass on ---


def halves(x, n):
    if n < 2:
        return x
    return halves(x, n - 1) + halves(x * 0.5, n - 2)


def alternating(x, n):
    if n < 1:
        return x * x
    return alternating(x, n - 1) - alternating(x * 0.5, n - 2)


@pytest.mark.parametrize("function", [halves, alternating])
def test_recursion_may_add_its_own_calls(function: Any) -> None:
    check_both(function, 1.5, 5)
