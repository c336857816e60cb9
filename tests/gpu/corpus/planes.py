"""Stencils in the plane and in space: a thread may take several places, one below the other."""

import math

import numpy as np
from numba import cuda

from ..case import Case

HIGH = 11
WIDE = 7
LAUNCH = ((2, 6), (4, 2))


@cuda.jit
def of_one_speed(before, now, speed, after):
    """A step of the wave equation, with a number that all threads read."""
    j, i = cuda.grid(2)
    n, m = now.shape
    if i < 1 or i >= n - 1 or j < 1 or j >= m - 1:
        return
    bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4.0 * now[i, j]
    after[i, j] = 2.0 * now[i, j] - before[i, j] + speed * bend


@cuda.jit
def of_nine_points(u, out):
    """All neighbours of a place, also those at its corners."""
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and 0 < j < u.shape[1] - 1:
        across = u[i - 1, j - 1] * u[i + 1, j + 1] - u[i - 1, j + 1] * u[i + 1, j - 1]
        out[i, j] = across + u[i - 1, j] * u[i + 1, j] - math.sin(u[i, j - 1] * u[i, j + 1])


@cuda.jit
def two_rows_away(u, w, out):
    """Rows at a distance of two, without those between them."""
    j, i = cuda.grid(2)
    if 2 <= i < u.shape[0] - 2 and j < u.shape[1]:
        out[i, j] = u[i - 2, j] * u[i + 2, j] + w[i + 1, j] * w[i, j]


@cuda.jit
def in_space(t, rate, new):
    """A step of the heat equation in space."""
    k, j, i = cuda.grid(3)
    if 0 < i < t.shape[0] - 1 and 0 < j < t.shape[1] - 1 and 0 < k < t.shape[2] - 1:
        near = t[i - 1, j, k] + t[i + 1, j, k] + t[i, j - 1, k] + t[i, j + 1, k]
        near += t[i, j, k - 1] + t[i, j, k + 1]
        new[i, j, k] = t[i, j, k] + rate[i, j, k] * (near - 6.0 * t[i, j, k])


@cuda.jit
def as_many_as_told(u, n, m, out):
    """Limits that arguments tell: rows may be more."""
    j, i = cuda.grid(2)
    if 1 <= i <= n and j + 1 < m:
        out[i, j] = u[i - 1, j] * u[i, j] + u[i + 1, j + 1]


@cuda.jit
def upwind(u, flow, out):
    """The neighbour on the side that something flows from."""
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] - 1 and j < u.shape[1]:
        if flow[i, j] > 0.0:
            out[i, j] = flow[i, j] * (u[i, j] - u[i - 1, j])
        else:
            out[i, j] = flow[i, j] * (u[i + 1, j] - u[i, j])


@cuda.jit
def of_weights_only(w, u, out):
    """Neighbours of an array that is not differentiated."""
    j, i = cuda.grid(2)
    if i < u.shape[0] - 1 and j < u.shape[1]:
        out[i, j] = w[i, j] * (u[i + 1, j] - u[i, j])


@cuda.jit
def around_the_end(w, u, out):
    """The row above the first one is the last: subscripts count from the end."""
    j, i = cuda.grid(2)
    if i < u.shape[0] and j < u.shape[1]:
        out[i, j] = w[i, j] * (u[i - 1, j] + u[i, j] * u[i - 2, j])


@cuda.jit
def added_in_place(u, y):
    """An output that keeps what it has."""
    j, i = cuda.grid(2)
    if 0 < i < u.shape[0] and j < u.shape[1]:
        y[i, j] = y[i, j] * y[i, j] + u[i - 1, j] * u[i, j]


@cuda.jit
def two_outputs(u, v, inside, out, sums):
    """Outputs on conditions of their own, one of them in the data."""
    j, i = cuda.grid(2)
    n, m = u.shape
    if 0 < i < n - 1 and j < m:
        sums[i, j] = u[i + 1, j] * v[i - 1, j]
        if inside[i, j]:
            out[i, j] = v[i + 1, j] * u[i, j]
    if 0 < i < n - 2 and 1 < j < m - 1:
        out[i, j] = out[i, j] + v[i + 1, j - 1] * u[i, j + 1]


@cuda.jit
def up_to_half(u, share, out):
    """A limit that is no integer."""
    j, i = cuda.grid(2)
    if 0 < i < share * u.shape[0] and j < u.shape[1]:
        out[i, j] = u[i - 1, j] * u[i, j]


@cuda.jit
def of_several_layers(u, out):
    """Elements that have numbers among their subscripts."""
    j, i = cuda.grid(2)
    if 0 < i < u.shape[1] - 1 and j < u.shape[2]:
        out[i, j, 0] = u[0, i - 1, j] * u[1, i + 1, j]
        out[i, j, 1] = u[1, i - 1, j] * u[0, i, j]


@cuda.jit
def side_by_side(u, out):
    """Threads of the last axis read along the rows of an array."""
    i, j = cuda.grid(2)
    if i < u.shape[0] and 0 < j < u.shape[1] - 1:
        out[i, j] = u[i, j - 1] * u[i, j + 1]


@cuda.jit
def elements_alone(u, w, out):
    """No neighbours at all."""
    j, i = cuda.grid(2)
    if i < u.shape[0] and j < u.shape[1]:
        out[i, j] = u[i, j] * math.exp(-w[i, j])


def planes(rng, count):
    """Return random planes, and one of zeros."""
    return (*rng.uniform(0.2, 0.9, (count, HIGH, WIDE)), np.zeros((HIGH, WIDE)))


def of_two_outputs(rng):
    """Return the inputs of two_outputs."""
    u, v, zeros = planes(rng, 2)
    return u, v, rng.uniform(size=u.shape) > 0.5, zeros, zeros.copy()


CASES = [
    Case(
        of_one_speed,
        LAUNCH,
        lambda rng: (*planes(rng, 2)[:2], 0.3, np.zeros((HIGH, WIDE))),
        wrt=("before", "now", "speed"),
    ),
    Case(of_nine_points, LAUNCH, lambda rng: planes(rng, 1)),
    Case(two_rows_away, LAUNCH, lambda rng: planes(rng, 2)),
    Case(
        in_space,
        ((2, 3, 4), (2, 2, 2)),
        lambda rng: (*rng.normal(size=(2, 7, 5, 4)), np.zeros((7, 5, 4))),
    ),
    Case(
        as_many_as_told,
        LAUNCH,
        lambda rng: (planes(rng, 1)[0], 8, 6, *planes(rng, 0)),
        atomic=frozenset({"u"}),
    ),
    Case(upwind, LAUNCH, lambda rng: (planes(rng, 1)[0], *planes(rng, 1))),
    Case(of_weights_only, LAUNCH, lambda rng: planes(rng, 2), wrt=("w",)),
    Case(around_the_end, LAUNCH, lambda rng: planes(rng, 2), wrt=("w",)),
    Case(added_in_place, LAUNCH, lambda rng: planes(rng, 2)[:2], atomic=frozenset({"u"})),
    Case(two_outputs, LAUNCH, of_two_outputs, atomic=frozenset({"u", "v"})),
    Case(
        up_to_half,
        LAUNCH,
        lambda rng: (planes(rng, 1)[0], 0.55, np.zeros((HIGH, WIDE))),
        wrt=("u",),
    ),
    Case(
        of_several_layers,
        LAUNCH,
        lambda rng: (rng.normal(size=(2, HIGH, WIDE)), np.zeros((HIGH, WIDE, 2))),
    ),
    Case(side_by_side, ((3, 4), (4, 2)), lambda rng: planes(rng, 1)),
    Case(elements_alone, LAUNCH, lambda rng: planes(rng, 2)),
]
