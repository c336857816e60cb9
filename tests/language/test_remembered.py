"""Functions that remember what they returned, by `functools.cache` and `lru_cache`."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both


@functools.cache
def factorial(n):
    return 1.0 if n < 2 else n * factorial(n - 1)


@functools.lru_cache(maxsize=16)
def term(x, k):
    return x**k / factorial(k)


@functools.lru_cache
def halves(n):
    return np.arange(n) / 2.0


def exponential(x):
    total = 0.0
    for k in range(9):
        total += term(x, k)
    return total


def weighted(x):
    return np.sum(halves(len(x)) * x * x)


def inside(x):
    c = x * x

    @functools.lru_cache(maxsize=64)
    def term(k):
        return c if k < 1 else term(k - 1) * x + term(k - 2)

    @functools.cache
    def square(k):
        return k * k * x

    return sum(term(k) for k in range(4)) * square(3)


@pytest.mark.parametrize(
    ("function", "argument"),
    [(exponential, 0.75), (inside, 0.75), (weighted, np.array([1.0, 2.0, -0.5]))],
)
def test_what_is_remembered_makes_no_difference(function, argument):
    check_both(function, argument)
    check(function, argument, target="cpu")


def test_a_function_that_remembers_is_differentiated_itself():
    assert grad(term)(0.5, 3) == pytest.approx(0.125)


def test_what_is_remembered_of_what_changes_is_refused():
    def bound_again(x):
        s = 0.0

        @functools.cache
        def term(k):
            return s + k * x

        for _ in range(2):
            s += term(1)
        return s

    def changed(x):
        a = [x]

        @functools.cache
        def term(k):
            a.append(x)
            return k * x

        return term(2) + term(2) + sum(a)

    for function, title in ((bound_again, "s"), (changed, "a")):
        with pytest.raises(UnsupportedSyntax, match=f"pass `{title}` as an argument"):
            grad(function, target="python")(0.75)
