"""Kernels that take atomic maxima and minima."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE, BINS = 40, 4
LAUNCH = (5, 8)


@cuda.jit
def tops(x, place, weight, best):
    """The largest value of each bin, unless the bin holds a larger one."""
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(best, place[i], math.sin(x[i]) * weight[i])


@cuda.jit
def extents(points, low, high):
    """The corners of a box around points."""
    i = cuda.grid(1)
    if i < points.shape[0]:
        for axis in range(points.shape[1]):
            value = points[i, axis] * points[i, axis] * points[i, axis]
            cuda.atomic.min(low, axis, value)
            cuda.atomic.max(high, axis, value + 0.5 * points[i, 0])


@cuda.jit
def by_column(a, scale, largest, squares):
    """Largest elements in a grid of cells, and elements that are changed in place."""
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] *= scale[j]
        squares[i, j] = a[i, j] * a[i, j]
        cuda.atomic.max(largest, (i % 2, j), a[i, j])


@cuda.jit
def last_of_a_path(start, steps, least):
    """The lowest point of all paths, of which each is carried on in a loop."""
    i = cuda.grid(1)
    if i < start.size:
        v = start[i]
        for _ in range(steps):
            v = v - 0.1 * v * v * v
            cuda.atomic.min(least, 0, math.cos(v))


@cuda.jit
def in_strides(x, y, most):
    """The largest product of two vectors, in a grid-stride loop."""
    for k in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.max(most, 0, x[k] * math.exp(y[k]))


@cuda.jit
def above(x, floor, scale, most):
    """The largest of some values, scaled by a number that all threads read."""
    i = cuda.grid(1)
    if i < x.size:
        v = scale * x[i] * x[i]
        if v > floor:
            cuda.atomic.max(most, i % 3, v - floor)


@cuda.jit
def last_above(x, floor, heights, last):
    """The largest excess of each of two bins, and the last place that has one: an integer.

    A variable is called as a function of the adjoint.
    """
    i = cuda.grid(1)
    if i < x.size:
        decides = x[i] * x[i] - floor[i]
        if decides > 0.0:
            cuda.atomic.max(heights, i % 2, decides)
            cuda.atomic.max(last, 0, i)


def binned(rng):
    """Return inputs for `tops`: a bin is filled from the beginning."""
    place = rng.integers(0, BINS, SIZE)
    return rng.normal(size=SIZE), place, rng.normal(size=SIZE), np.array([-9.0, -9.0, -9.0, 5.0])


def box(rng):
    """Return points, and a box that holds nothing yet."""
    return rng.normal(size=(SIZE, 3)), np.full(3, 1e3), np.full(3, -1e3)


def cells(rng):
    """Return inputs for `by_column`."""
    a, scale = rng.normal(size=(6, 3)), rng.normal(size=3)
    return a, scale, np.full((2, 3), -9.0), np.zeros((6, 3))


CASES = [
    Case(tops, LAUNCH, binned),
    Case(extents, LAUNCH, box),
    Case(by_column, ((1, 1), (6, 3)), cells, atomic=frozenset(["scale"])),
    Case(
        in_strides,
        (2, 8),
        lambda rng: (*rng.normal(size=(2, SIZE)), np.zeros(1)),
        options={"max_iterations": 4},
    ),
    Case(
        above,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), 0.3, 1.7, np.zeros(3)),
        wrt=("x", "scale", "floor", "most"),
    ),
    Case(
        last_above,
        LAUNCH,
        lambda rng: (*rng.normal(size=(2, SIZE)), np.zeros(2), np.full(1, -1)),
    ),
    Case(last_of_a_path, LAUNCH, lambda rng: (rng.normal(size=SIZE), 4, np.full(1, 9.0))),
]
