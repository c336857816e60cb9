"""Stars before arrays and lists, where the function that is called tells their length."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .compare import check, check_both

X = np.array([0.45, 0.7, 0.3])
T = np.array([0.0, 0.5, 1.0])
Y = np.array([1.0, 0.5, 0.2])


def decay(t, a, b, c):
    return a * np.exp(-b * t) + c


def line(t, a, b, c=0.5):
    return a * t + b * c


def product(a, b):
    return a * b


def fit(x):
    r = Y - decay(T, *x)
    return np.sum(r * r)


def slices_and_keywords(x):
    return line(1.0, *x[:2], c=x[2]) + line(2.0, *x[1:], c=1.0) + product(*x[::2])


def of_model(model, p):
    return np.sum((Y - model(T, *p)) ** 2)


def functions_as_arguments(x):
    return of_model(decay, x)


def generators(x):
    return sum((y - decay(t, *x)) ** 2 for t, y in zip(T, Y, strict=True))


def rows(x):
    table = np.outer(x, x)
    total = 0.0
    for i in range(3):
        total += decay(0.3, *table[i])
    for row in table:
        total += decay(0.1, *row)
    return total


def conditions_and_lists(x):
    p = [x[0], x[2]]
    if decay(0.1, *x) > 0.0:
        return decay(0.2, *x) * product(*p)
    return 0.0


def changed_between(x):
    def doubled(values):
        values[0] *= 2.0
        return values[1]

    p = x.copy()
    return doubled(p) * decay(0.3, *p) + doubled(p)


FUNCTIONS = [
    *(fit, slices_and_keywords, functions_as_arguments, generators, rows, conditions_and_lists),
    changed_between,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_both_modes(function):
    check_both(function, X)
    check(function, X, target="cpu")


@pytest.mark.parametrize("target", ["cpu", "python"])
def test_other_lengths_raise(target):
    with pytest.raises(ValueError, match="`decay` takes 3 parts of `x`"):
        grad(fit, target=target)(np.ones(4))


def test_defaults_leave_the_number_open():
    def open_ended(x):
        return line(1.0, *x)

    with pytest.raises(SrcdiffError, match="starred arguments"):
        grad(open_ended, target="python")(X)
