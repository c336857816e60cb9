"""Functions that return one of several arrays, or a part of one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ...language.compare import check, check_both

V, W = np.array([1.0, 2.0, 0.5]), np.array([0.3, 0.2, 1.0])


def scaled(v):
    length = np.sum(v * v)
    if length < 0.3:
        return v
    return v / length


def checked(v, strict):
    v = np.asarray(v)
    if strict:
        return scaled(v)
    return v


def larger(v, w):
    return v if np.sum(v) > np.sum(w) else w


def both(v, w):
    if v[0] > w[0]:
        v, w = w, v
    return v, w * 1.0


def tail(v):
    return v[1:]


def one_of_two(v, w):
    a = larger(v, w)
    b = larger(w * 0.5, v * w)
    return np.sum(a * b) + a[0] * v[1]


def through_two_functions(v, w):
    a = checked(v, True)
    b = checked(w * 2.0, False)
    c = checked(w * 0.1, True)
    return np.sum(a * b * b) + c[0] * v[1]


def in_a_loop(v, w):
    total = 0.0
    for i in range(3):
        a = larger(v * i, w)
        total += a[i] * a[0]
    return total


def several(v, w):
    a, b = both(v, w)
    c, d = both(b, a)
    return np.sum(a * d) + np.sum(b * c * c)


def parts(v, w):
    a = tail(v)
    return np.sum(a * tail(tail(w))) + a[0]


def written_before(v, w):
    v = v.copy()
    v[0] = w[1] * 3.0
    return np.sum(larger(v, w) * w)


FUNCTIONS = [
    one_of_two,
    through_two_functions,
    in_a_loop,
    several,
    parts,
    written_before,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_one_of_several_arrays(function: Callable[..., float]) -> None:
    check_both(function, V, W)
    check_both(function, W, V)


@pytest.mark.parametrize("function", [through_two_functions, several])
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, W, target="cpu")


def result_written(v, w):
    a = larger(v, w)
    a[0] = 2.0
    return np.sum(v * w)


def argument_written(v, w):
    v = v * 1.0
    a = larger(v, w)
    v[0] = 2.0
    return np.sum(a * w)


def argument_written_in_a_loop(v, w):
    v = v * 1.0
    total = 0.0
    for i in range(3):
        a = larger(v, w)
        total += a[i]
        v[i] = 2.0
    return total


def passed_on(v, w):
    return larger(v, w)


def written_by_a_caller(v, w):
    v = v * 1.0
    a = passed_on(v, w)
    v[1] = 5.0
    return np.sum(a * a)


@pytest.mark.parametrize(
    "function",
    [result_written, argument_written, argument_written_in_a_loop, written_by_a_caller],
)
def test_written_after_the_call(function: Callable[..., float]) -> None:
    check_both(function, V, W)
    check_both(function, W, V)
