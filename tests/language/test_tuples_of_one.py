"""Functions whose result is a tuple of one part, as np.nonzero has it for vectors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import grad

from .compare import check, check_both

V = np.array([0.5, 2.0, 1.3])


def part(x):
    chosen = np.nonzero(x > 1.0)[0]
    return np.sum(x[chosen] ** 2) * x[0]


def unpacked(x):
    (chosen,) = np.where(x > 1.0)
    chosen[0] = 0
    total = 0.0
    for i in chosen:
        total += x[i] ** 3
    return total


def extents(x):
    (n,) = np.shape(x)
    m = np.shape(x)[0]
    return x[0] * n + x[1] * m + len(np.nonzero(x > 1.0)[0]) * x[2] * np.where(x > 1.0)[0].size


def whole(x):
    chosen = np.nonzero(x > 1.0)
    return np.sum(x[chosen]) * len(chosen) * len(chosen[0]) * x[1,] * x[(0,)]


def written_before(x):
    chosen = np.nonzero(x > 1.0)[0]
    x[0] = 5.0 * x[1]
    more = np.nonzero(x > 1.0)[0]
    x[chosen] *= x[2]
    return np.sum(x[chosen]) * len(chosen) + len(more) * x[1]


def in_loop(x):
    total = 0.0
    for k in range(3):
        (chosen,) = np.nonzero(x > k * 0.5)
        if len(chosen) > 2:
            total += x[chosen[2]]
        x *= 0.7
        total += len(chosen) * x[0]
    return total


def product(x):
    return (x[0] * x[1],)


def above(x):
    return (np.nonzero(x > 1.0)[0],)


def of_functions(x):
    both = product(x)
    (again,) = product(x * 2.0)
    places = above(x)
    return both[0] * again * product(x)[0] + np.sum(x[places[0]]) * len(above(x)[0])


def small(value):
    held = np.zeros(1)
    held[0] = value * value
    return (held,)


def of_small_arrays(x):
    (first,) = small(x[0])
    second = small(x[1])
    return first[0] * x[1] + second[0][0] * first[0]


def of_inner_functions(x):
    def length():
        return (len(x),)

    (n,) = length()
    return n * x[0] * length()[0]


def of_arrays(x):
    (least,) = np.unique(x[:1])
    (last,) = x[2:]
    return least * last * x[1]


def filled(x, y):
    y[0] = 3.0 * x[1]
    return (len(x),)


def of_functions_that_write(x):
    y = np.ones(2)
    (n,) = filled(x, y)
    m = filled(y, x)
    return n * m[0] * x[0] * y[0]


FUNCTIONS = (
    *(part, unpacked, extents, whole, written_before, in_loop, of_functions),
    *(of_small_arrays, of_inner_functions, of_arrays, of_functions_that_write),
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, V)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_compiled(function: Callable[..., float]) -> None:
    check(function, V, target="cpu")


def test_the_source_unpacks_it() -> None:
    source = grad(extents).source(V)
    assert "(value_array_0,) = np.nonzero(x > 1.0)" in source
    assert "len(np.nonzero(x > 1.0))" not in source
