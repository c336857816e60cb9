"""Kernels whose threads read what others read as well."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 13
LAUNCH = (2, 8)


@cuda.jit
def wave_step(before, now, speed, after):
    """A step of the wave equation at the inner points of a grid."""
    j, i = cuda.grid(2)
    if 0 < i < now.shape[0] - 1 and 0 < j < now.shape[1] - 1:
        bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1] - 4.0 * now[i, j]
        after[i, j] = 2.0 * now[i, j] - before[i, j] + speed[i, j] * bend


@cuda.jit
def heat_step(t, conductivity, new):
    """A step of the heat equation on a line, of a conductivity that depends on the heat."""
    i = cuda.grid(1)
    if i < 1 or i >= t.size - 1:
        return
    left = 1.0 + conductivity * (t[i] + t[i - 1])
    right = 1.0 + conductivity * (t[i + 1] + t[i])
    new[i] = t[i] + 0.1 * (right * (t[i + 1] - t[i]) - left * (t[i] - t[i - 1]))


@cuda.jit
def attraction(x, mass, softening, force):
    """Bodies that attract each other."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    fx = 0.0
    fy = 0.0
    for j in range(x.shape[0]):
        dx = x[j, 0] - x[i, 0]
        dy = x[j, 1] - x[i, 1]
        r = math.sqrt(dx * dx + dy * dy + softening)
        pull = mass[j] / (r * r * r)
        fx += pull * dx
        fy += pull * dy
    force[i, 0] = fx
    force[i, 1] = fy


@cuda.jit
def weighted_sums(x, weight, out):
    """Sums over all others, as many as a name tells; the weights may be more."""
    i = cuda.grid(1)
    n = x.size
    if i >= n:
        return
    total = 0.0
    for j in range(n):
        total += weight[j] * math.sin(x[j] - x[i])
    out[i] = total


@cuda.jit
def some_weighted_sums(x, weight, count, out):
    """The same of the first places only, and with some of the weights."""
    i = cuda.grid(1)
    if i >= count:
        return
    total = 0.0
    for j in range(x.size):
        if j < weight.size:
            total += weight[j] * math.sin(x[j] - x[i])
    out[i] = total


@cuda.jit(device=True)
def stretch(rate, rest, length):
    """Return the force of a spring for each unit of its length."""
    return rate * (length - rest) / length


@cuda.jit
def spring_network(x, ends, rate, rest, force):
    """Springs between nodes, one thread for each spring."""
    s = cuda.grid(1)
    if s >= rate.size:
        return
    a = ends[s, 0]
    b = ends[s, 1]
    dx = x[b, 0] - x[a, 0]
    dy = x[b, 1] - x[a, 1]
    pull = stretch(rate[s], rest[s], math.sqrt(dx * dx + dy * dy))
    cuda.atomic.add(force, (a, 0), pull * dx)
    cuda.atomic.add(force, (a, 1), pull * dy)
    cuda.atomic.sub(force, (b, 0), pull * dx)
    cuda.atomic.sub(force, (b, 1), pull * dy)


@cuda.jit
def histogram(x, weight, low, width, bins):
    """Weights in bins, each shared between two neighbouring bins."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    place = (x[i] - low) / width
    k = int(math.floor(place))  # noqa: RUF046 -- on a GPU it is a float
    if k >= 0 and k + 1 < bins.size:
        part = place - k
        cuda.atomic.add(bins, k, (1.0 - part) * weight[i])
        cuda.atomic.add(bins, k + 1, part * weight[i])


@cuda.jit
def matrix_product(a, b, c):
    """The product of two matrices, one thread for each element."""
    j, i = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


@cuda.jit
def convolution(x, kernel, y):
    """A signal folded with a short kernel."""
    i = cuda.grid(1)
    if i < y.size:
        total = 0.0
        for k in range(kernel.size):
            total += kernel[k] * x[i + k]
        y[i] = total


@cuda.jit
def grid_stride_dot(x, y, total):
    """The dot product of two vectors, each thread adding what it has found."""
    found = 0.0
    for k in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        found += x[k] * y[k]
    cuda.atomic.add(total, 0, found)


@cuda.jit
def permuted(x, order, out):
    """Elements that an index array chooses, read and written at the same places."""
    i = cuda.grid(1)
    if i < order.size:
        k = order[i]
        out[k] = math.sin(x[k])


@cuda.jit
def wrapped(x, out):
    """A subscript that counts from the end in the first thread."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i - 1] * x[i - 1]


@cuda.jit
def from_below(x, out):
    """The first thread reads the last element: subscripts count from the end."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i - 1] * math.sin(x[i])


@cuda.jit
def every_third(x, out):
    """A stencil at places that are not all written."""
    i = cuda.grid(1)
    if 2 <= i < out.size and i % 3 != 0:
        out[i] = x[i - 2] * x[i] * x[i + 1]


@cuda.jit
def read_before_the_guard(x, order, out):
    """All threads read an element before the condition that some of them end at."""
    i = cuda.grid(1)
    k = order[i]
    if i < x.size - 1:
        out[i] = x[i + 1] * x[i] * k


@cuda.jit
def two_results(x, y, out, sums):
    """Two outputs of one stencil, and two inputs."""
    i = cuda.grid(1)
    n = x.size
    if i < 1 or n - 1 <= i:
        return
    if x[i] > 0.0:
        out[i] = x[i - 1] * y[i + 1]
    sums[i] = math.exp(x[i + 1]) + y[i] * y[i - 1]


@cuda.jit
def weighted_pairs(x, weight, n, out):
    """Pairs of the first places only, with weights of both."""
    i = cuda.grid(1)
    if i < out.size:
        total = 0.0
        for j in range(n):
            if x[j] > x[i]:
                total += weight[j] * weight[i] * math.cos(x[i] - x[j])
        out[i] = total


def springs(rng):
    """Return the inputs of spring_network: nodes with several springs."""
    ends = np.stack([rng.integers(0, 4, SIZE), rng.integers(4, 7, SIZE)], axis=1)
    rate, rest = rng.uniform(0.3, 1.0, (2, SIZE))
    return rng.normal(size=(7, 2)), ends, rate, rest, np.zeros((7, 2))


@cuda.jit
def pairs_and_neighbours(x, out):
    """A loop over all places, and elements at fixed distances of the same array."""
    i = cuda.grid(1)
    n = x.shape[0]
    if i < n:
        total = 0.0
        for j in range(n):
            total += math.sin(x[j] - x[i])
        if 0 < i < n - 1:
            total += x[i - 1] * x[i + 1]
        out[i] = total


@cuda.jit
def two_loops_of_other_lengths(x, y, out):
    """Loops over all elements of arrays of different lengths."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        total = 0.0
        for j in range(x.shape[0]):
            total += math.sin(x[j]) * i
        for j in range(y.shape[0]):
            total += y[j] * y[j] * i
        out[i] = total


CASES = [
    Case(
        wave_step,
        ((2, 2), (4, 4)),
        lambda rng: (*rng.normal(size=(3, 6, 7)), np.zeros((6, 7))),
    ),
    Case(
        heat_step,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), 0.3, np.zeros(SIZE)),
        wrt=("t", "conductivity"),
    ),
    Case(
        attraction,
        LAUNCH,
        lambda rng: (rng.normal(size=(9, 2)), rng.uniform(0.5, 1, 9), 0.1, np.zeros((9, 2))),
        wrt=("x", "mass", "softening"),
    ),
    Case(
        weighted_sums,
        LAUNCH,
        lambda rng: (rng.normal(size=9), rng.normal(size=11), np.zeros(9)),
    ),
    Case(
        some_weighted_sums,
        LAUNCH,
        lambda rng: (rng.normal(size=9), rng.normal(size=5), 7, np.zeros(9)),
    ),
    Case(spring_network, LAUNCH, springs, atomic=frozenset({"x"})),
    Case(
        histogram,
        LAUNCH,
        lambda rng: (*rng.uniform(0.0, 1.0, (2, SIZE)), 0.05, 0.13, np.zeros(7)),
        wrt=("x", "weight", "low", "width"),
    ),
    Case(
        matrix_product,
        ((2, 2), (4, 4)),
        lambda rng: (rng.normal(size=(5, 3)), rng.normal(size=(3, 6)), np.zeros((5, 6))),
        atomic=frozenset({"a", "b"}),
    ),
    Case(
        convolution,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE + 3), rng.normal(size=4), np.zeros(SIZE)),
        atomic=frozenset({"x", "kernel"}),
    ),
    Case(
        grid_stride_dot,
        (2, 4),
        lambda rng: (*rng.normal(size=(2, 21)), np.zeros(1)),
    ),
    Case(
        permuted,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.permutation(SIZE), np.zeros(SIZE)),
    ),
    Case(
        wrapped,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE)),
        atomic=frozenset({"x"}),
    ),
    Case(
        wave_step,
        ((1, 2), (4, 4)),  # some elements have no thread
        lambda rng: (*rng.normal(size=(3, 6, 7)), np.zeros((6, 7))),
        atomic=frozenset({"now"}),
    ),
    Case(
        from_below,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE)),
        atomic=frozenset({"x"}),
    ),
    Case(every_third, LAUNCH, lambda rng: (rng.normal(size=SIZE + 1), np.zeros(SIZE))),
    Case(
        read_before_the_guard,
        (2, 8),
        lambda rng: (rng.normal(size=16), rng.permutation(16), np.zeros(16)),
    ),
    Case(
        two_results,
        LAUNCH,
        lambda rng: (*rng.normal(size=(2, SIZE)), np.zeros(SIZE), np.zeros(SIZE)),
    ),
    Case(
        weighted_pairs,
        LAUNCH,
        lambda rng: (*rng.normal(size=(2, SIZE)), 7, np.zeros(SIZE)),
    ),
    Case(
        pairs_and_neighbours,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE)),
    ),
    Case(
        two_loops_of_other_lengths,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE - 4), rng.normal(size=SIZE - 2), np.zeros(SIZE)),
    ),
]
