"""Kernels in which each thread goes through all others, as do the adjoints of what these read."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 9
LAUNCH = (2, 8)


@cuda.jit
def all_but_itself(x, charge, field):
    """A force that is infinite between a body and itself."""
    i = cuda.grid(1)
    if i < x.shape[0]:
        fx = 0.0
        fy = 0.0
        for j in range(x.shape[0]):
            if i != j:
                dx = x[j, 0] - x[i, 0]
                dy = x[j, 1] - x[i, 1]
                square = dx * dx + dy * dy
                push = charge[i] * charge[j] / (square * math.sqrt(square))
                fx -= push * dx
                fy -= push * dy
        field[i, 0] = fx
        field[i, 1] = fy


@cuda.jit
def within_reach(x, weight, reach, density):
    """Weights of the bodies nearby, by a kernel that ends smoothly."""
    i = cuda.grid(1)
    n = x.shape[0]
    if i < n:
        total = 0.0
        for j in range(n):
            d0 = x[i, 0] - x[j, 0]
            d1 = x[i, 1] - x[j, 1]
            square = d0 * d0 + d1 * d1
            if square < reach * reach:
                left = reach * reach - square
                total += weight[j] * left * left * left
        density[i] = total


@cuda.jit
def directions(x, y, out):
    """Functions of differences for which the sign of zero may matter."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        total = 0.0
        for j in range(n):
            u = x[j] - x[i]
            v = y[j] - y[i]
            total += math.atan2(v, u + 3.0) * u + v / (2.0 + u) + 1.0 / (3.0 - v)
        out[i] = total


@cuda.jit
def whole_distances(x, row, out):
    """Differences of integers beside those of others."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        total = 0.0
        for j in range(n):
            steps = row[j] - row[i]
            u = x[j] - x[i]
            far = math.exp(-0.1 * steps * steps)
            total += far * u * steps + u * u * u
        out[i] = total


@cuda.jit
def mixed_products(x, y, out):
    """Products of two differences, of a sum and a difference, and by way of each other."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        total = 0.0
        for j in range(n):
            u = x[j] - x[i]
            v = y[i] - y[j]
            both = u * v
            middle = x[j] + x[i]
            turned = -u * middle
            total += math.sin(both) * middle + turned * turned * v - both * both
        out[i] = total


@cuda.jit
def chosen_in_branches(x, out, least):
    """Values that differ on conditions, and a sum that is read again."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        total = 0.0
        for j in range(n):
            u = x[j] - x[i]
            scale = 1.0
            if u * u > 0.25:
                scale = 1.0 / (u * u)
            bent = u * u if u > 0.0 else -u
            total += scale * bent * x[j]
        out[i] = total
        least[i] = total * total


@cuda.jit
def two_loops(x, y, out):
    """Two loops over the same range."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        total = 0.0
        for j in range(n):
            total += math.sin(x[j] - x[i]) * y[j]
        for k in range(n):
            u = x[i] - x[k]
            total *= 1.0 + 0.1 * u * u
        out[i] = total


@cuda.jit
def inner_loops(x, rate, out):
    """A loop inside, whose counter is read."""
    i = cuda.grid(1)
    n = x.size
    if i < n:
        total = 0.0
        for j in range(n):
            u = x[j] - x[i]
            power = 1.0
            for k in range(3):
                power = power * u
                total += power * rate[i] / (k + 1.0)
        out[i] = total


@cuda.jit
def for_two_reasons(x, weight, out):
    """A loop that runs on two conditions, and on a third one about the thread."""
    i = cuda.grid(1)
    if i < x.size and i < out.size:
        total = 0.0
        if x[i] > 0.3:
            for j in range(x.size):
                total += math.sin(x[j] - x[i]) * weight[j]
        out[i] = total


def points(rng, *others):
    """Return random points in the plane, and what follows them."""
    return rng.normal(size=(SIZE, 2)), *others


def rows(rng, count):
    """Return random vectors."""
    return tuple(rng.uniform(0.2, 0.9, (count, SIZE)))


CASES = [
    Case(
        all_but_itself,
        LAUNCH,
        lambda rng: points(rng, rng.uniform(0.5, 1, SIZE), np.zeros((SIZE, 2))),
    ),
    Case(
        within_reach,
        LAUNCH,
        lambda rng: points(rng, rng.uniform(0.5, 1, SIZE), 1.5, np.zeros(SIZE)),
        wrt=("x", "weight", "reach"),
    ),
    Case(directions, LAUNCH, lambda rng: (*rows(rng, 2), np.zeros(SIZE))),
    Case(
        whole_distances,
        LAUNCH,
        lambda rng: (*rows(rng, 1), rng.integers(0, 5, SIZE), np.zeros(SIZE)),
    ),
    Case(mixed_products, LAUNCH, lambda rng: (*rows(rng, 2), np.zeros(SIZE))),
    Case(
        chosen_in_branches,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE), np.zeros(SIZE)),
        atomic=frozenset({"x"}),
    ),
    Case(two_loops, LAUNCH, lambda rng: (*rows(rng, 2), np.zeros(SIZE)), atomic=frozenset("xy")),
    Case(for_two_reasons, LAUNCH, lambda rng: (*rows(rng, 2), np.zeros(SIZE))),
    Case(inner_loops, LAUNCH, lambda rng: (*rows(rng, 2), np.zeros(SIZE)), atomic=frozenset("x")),
]
