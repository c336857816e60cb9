"""Arrays with several names: in a function, and in the functions that it calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from .finite import check

X = np.array([1.0, 2.0, 3.0])


def mixed(a, b):
    for i in range(1, len(a)):
        b[i] = a[i - 1] * b[i] + a[i]


def scaled(a, factor):
    for i in range(len(a)):
        a[i] = a[i] * factor
    return a


def squares(x):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
    return y


def two_names(x):
    y = squares(x)
    z = y
    for i in range(1, len(x)):
        z[i] = y[i - 1] * z[i]
    return y[2] + z[1] * y[1]


def passed_twice(x):
    y = squares(x)
    mixed(y, y)
    return y[2]


def passed_under_two_names(x):
    y = squares(x)
    z = y
    mixed(y, z)
    return z[2]


def passed_as_two_arrays(x):
    y = squares(x)
    z = squares(y)
    mixed(y, z)
    mixed(z, y)
    return y[2] * z[1]


def returned(x):
    y = squares(x)
    z = scaled(y, 3.0)
    z[0] = z[1] * y[2]
    return y[0] * z[1]


def returned_and_passed(x):
    y = scaled(squares(x), x[0])
    mixed(scaled(y, 2.0), squares(y))
    return y[1] * y[2]


def argument_under_two_names(x):
    y = x
    for i in range(1, len(x)):
        y[i] = x[i - 1] * y[i]
    return x[2] * y[1]


def chosen(x):
    y = squares(x)
    z = squares(y)
    w = y if x[0] > 0.5 else z
    w[1] = w[1] * x[2]
    return y[1] * z[2]


PROGRAMS = [
    two_names,
    passed_twice,
    passed_under_two_names,
    passed_as_two_arrays,
    returned,
    returned_and_passed,
    argument_under_two_names,
    chosen,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_gradient_is_right_or_refused(program: Any) -> None:
    x = X.copy()
    try:
        found = grad(program, target="python")(x)
    except SrcdiffError:
        found = None  # aliases may be refused, and must not be mistaken
    np.testing.assert_array_equal(x, X)
    if found is not None:
        check(found, program, X)


@pytest.mark.parametrize(
    "program", [two_names, passed_as_two_arrays, returned, argument_under_two_names]
)
def test_the_gradient_is_right(program: Any) -> None:
    check(grad(program, target="python")(X), program, X)
