"""Stencils with unusual conditions around them, or subscripts."""

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 8
LAUNCH = (2, 4)


@cuda.jit
def from_both_ends(x, y):
    """An element that is written twice: of two columns, the last one is the second."""
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        y[i, 1] = x[i + 1] * x[i]
        y[i, -1] = x[i - 1]


@cuda.jit
def two_limits(x, w, y, z, n, m):
    """Neighbours within one of two limits, on a condition of the thread's own."""
    i = cuda.grid(1)
    if w[i] > 0.5:
        if 0 < i < n:
            y[i] = x[i - 1] * w[i]
        elif 0 < i < m:
            z[i] = x[i - 1] * x[i]


@cuda.jit
def limited_last(x, w, y, n):
    """A condition of the thread's own before the limit."""
    i = cuda.grid(1)
    if i > 0:  # noqa: SIM102 (each condition stands on its own)
        if w[i] > 0.5:  # noqa: SIM102
            if i < n:
                y[i] = x[i - 1] * w[i]


@cuda.jit
def outer_product(x, out):
    """Outputs that are written in a loop over all places."""
    i = cuda.grid(1)
    if i < x.size:
        for j in range(x.size):
            out[i, j] = x[i] * x[j]


@cuda.jit
def inner_pairs(x, out):
    """A loop over all places for all but the first."""
    i = cuda.grid(1)
    if 0 < i < x.size:
        total = 0.0
        for j in range(x.size):
            total += x[j] * x[i]
        out[i] = total


@cuda.jit
def called_alike(x, a, y):
    """A variable with the name of a function of the module."""
    i = cuda.grid(1)
    if i < x.size:
        add_over_block = x[i] * a
        y[i] = add_over_block * add_over_block


def rows(rng, count):
    """Return random vectors."""
    return tuple(rng.uniform(0.2, 0.9, (count, SIZE)))


CASES = [
    Case(
        from_both_ends,
        LAUNCH,
        lambda rng: (*rows(rng, 1), np.zeros((SIZE, 2))),
        atomic=frozenset({"x"}),
    ),
    Case(
        two_limits,
        LAUNCH,
        lambda rng: (*rows(rng, 2), np.zeros(SIZE), np.zeros(SIZE), 3, 6),
        atomic=frozenset({"x"}),
    ),
    Case(limited_last, LAUNCH, lambda rng: (*rows(rng, 2), np.zeros(SIZE), SIZE)),
    Case(outer_product, LAUNCH, lambda rng: (*rows(rng, 1), np.zeros((SIZE, SIZE)))),
    Case(inner_pairs, LAUNCH, lambda rng: (*rows(rng, 1), np.zeros(SIZE))),
    Case(
        called_alike,
        LAUNCH,
        lambda rng: (*rows(rng, 1), 0.4, np.zeros(SIZE)),
        wrt=("x", "a"),
    ),
]
