"""Attributes that only objects of other kinds have, asked for in a `try`."""

# ruff: noqa: SIM105

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check


def named(x):
    y = x * x
    try:
        y.label = "area"
    except AttributeError:
        pass
    return y


def filled(x, y):
    z = x / y
    try:
        z.fillna(0.0, inplace=True)
        z = z * 5.0
    except AttributeError:
        z = np.where(np.isnan(z), 0.0, z) * 1.0
    return z


def assigned(x, y):
    z = x * y
    try:
        z = z.to_series() * 2.0
    except AttributeError:
        z = z * 3.0
    return z * y


def in_a_function(x):
    def helper(y):
        try:
            y.label = y * 2.0
        except (AttributeError, TypeError):
            return y * y
        return y

    return helper(x) * x


def total(v):
    w = v * v
    try:
        w.label = "squares"
    except AttributeError:
        w = w + 1.0
    return np.sum(w)


@pytest.mark.parametrize("function", [named, in_a_function])
def test_numbers(function):
    check(function, 1.3)


def test_two_numbers():
    check(filled, 1.3, 0.6)
    check(total, np.array([1.0, 2.0]))


def test_compiled():
    check(filled, 1.3, 0.6, target="cpu")


def outside(x):
    y = x * x
    y.label = "area"
    return y


def other_handler(x):
    y = x * x
    try:
        y.label = "area"
    except ValueError:
        pass
    return y


def of_arrays(v):
    w = v * v
    try:
        w.shape = (2, 1)
    except AttributeError:
        pass
    return np.sum(w)


ONLY_NAMES = "only names and elements of arrays"
ASKED = "whether there is an attribute `shape` depends on the type of `w`"


@pytest.mark.parametrize(
    ("function", "argument", "reason"),
    [
        (outside, 1.3, ONLY_NAMES),
        (other_handler, 1.3, ONLY_NAMES),
        (of_arrays, np.array([1.0, 2.0]), ASKED),
    ],
)
def test_refused(function, argument, reason):
    with pytest.raises(UnsupportedSyntax, match=reason):
        grad(function)(argument)
