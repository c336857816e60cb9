"""Kernels whose threads run loops."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 13
LAUNCH = (2, 8)


@cuda.jit
def relaxed(x, rate, steps, out):
    """A value that a loop carries, as often as an argument says."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v += 0.1 * (math.sin(3.0 * v) - rate[i] * v)
        out[i] = v


@cuda.jit
def square_root(x, limit, out):
    """Newton's method: a `while` loop with a `break`, which runs as often as it has to."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    root = x[i]
    turns = 0
    while turns < limit:
        change = 0.5 * (root - x[i] / root)
        root -= change
        turns += 1
        if abs(change) < 1e-12:
            break
    out[i] = root


@cuda.jit
def cube_root(x, limit, out):
    """Newton's method, with a limit that the launch knows."""
    i = cuda.grid(1)
    if i < x.size:
        root = x[i]
        turns = 1
        while turns <= limit:
            change = (root - x[i] / (root * root)) / 3.0
            root -= change
            turns += 1
            if abs(change) < 1e-12:
                break
        out[i] = root


@cuda.jit
def oscillator(start, damping, h, steps, out):
    """Runge and Kutta's method of order 4 for a damped pendulum."""
    i = cuda.grid(1)
    if i >= damping.size:
        return
    q = start[i, 0]
    p = start[i, 1]
    for _ in range(steps):
        q1 = p
        p1 = -math.sin(q) - damping[i] * p
        q2 = p + 0.5 * h * p1
        p2 = -math.sin(q + 0.5 * h * q1) - damping[i] * (p + 0.5 * h * p1)
        q3 = p + 0.5 * h * p2
        p3 = -math.sin(q + 0.5 * h * q2) - damping[i] * (p + 0.5 * h * p2)
        q4 = p + h * p3
        p4 = -math.sin(q + h * q3) - damping[i] * (p + h * p3)
        q += h / 6.0 * (q1 + 2.0 * q2 + 2.0 * q3 + q4)
        p += h / 6.0 * (p1 + 2.0 * p2 + 2.0 * p3 + p4)
    out[i, 0] = q
    out[i, 1] = p


@cuda.jit
def product_and_maximum(x, out):
    """The product of a row, and its largest element."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    product = 1.0
    largest = x[i, 0]
    for k in range(x.shape[1]):
        product *= x[i, k]
        largest = max(largest, x[i, k])
    out[i, 0] = product
    out[i, 1] = largest


@cuda.jit
def series_in_place(x, y, steps):
    """y[t] *= x[t] y[t - 1], along the row of a thread."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    for t in range(1, steps):
        y[i, t] *= x[i, t] * y[i, t - 1]


@cuda.jit
def scratch(x, work, steps):
    """An element of an array that each iteration overwrites."""
    i = cuda.grid(1)
    if i < x.size:
        for _ in range(steps):
            work[i] = x[i] * work[i] * (1.0 - work[i])


@cuda.jit
def paths(draws, start, drift, volatility, strike, out):
    """The payoff of an Asian option on a path with stored random numbers."""
    i = cuda.grid(1)
    if i >= draws.shape[0]:
        return
    price = start
    total = 0.0
    for t in range(draws.shape[1]):
        price *= math.exp(drift + volatility * draws[i, t])
        total += price
    out[i] = max(total / draws.shape[1] - strike, 0.0)


@cuda.jit
def nested(x, n, out):
    """A loop in a loop, which both carry values, and a `continue`."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    total = 0.0
    v = x[i]
    for j in range(n):
        w = v
        for k in range(j + 1):
            if (j + k) % 3 == 2:
                continue
            w = math.sin(w) + 0.1 * k * v
        total += w * w
        v = 0.5 * v + 0.3 * w
    out[i] = total * v


@cuda.jit
def ragged(values, starts, out):
    """Rows of different lengths: how often the loop runs is read from an array."""
    i = cuda.grid(1)
    if i >= out.size:
        return
    v = 1.0
    for k in range(starts[i], starts[i + 1]):
        v = math.cos(v * values[k])
    out[i] = v


@cuda.jit
def local_array(x, out):
    """An array that each thread has for itself."""
    powers = cuda.local.array(5, np.float64)
    i = cuda.grid(1)
    if i >= x.size:
        return
    powers[0] = 1.0
    for k in range(1, 5):
        powers[k] = powers[k - 1] * x[i]
    total = 0.0
    for k in range(5):
        total += powers[k] * powers[4 - k] / (k + 1.0)
    out[i] = total


@cuda.jit
def drifted(x, rate, steps, out):
    """A loop whose adjoint adds the same in each iteration, and changes nothing else."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v += rate[i]
        out[i] = v * v


@cuda.jit
def from_both_sides(x, force, steps, out):
    """A loop that reads two elements whose subscripts are no names."""
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        v = x[i]
        for _ in range(steps):
            v = math.sin(v) + 0.3 * force[i - 1] + v * force[i + 1]
        out[i] = v


def ragged_inputs(rng):
    """Return the inputs of ragged: some rows are empty."""
    starts = np.concatenate(([0], np.cumsum(rng.integers(0, 5, SIZE))))
    return rng.uniform(0.3, 1.2, starts[-1]), starts, np.zeros(SIZE)


@cuda.jit
def loops_in_a_while(x, steps, z):
    """A `while` that runs twice, with a loop in it that saves a value in each iteration."""
    i = cuda.grid(1)
    if i < x.size:
        c = 0
        while c < 2:
            c += 1
            for _ in range(steps):
                z[i, 3 - c] = x[i] * z[i, 2]


@cuda.jit
def collected(x, total):
    """Sums over all threads of what functions give."""
    i = cuda.grid(1)
    if i < x.size:
        for k in range(0, 4, 2):
            cuda.atomic.add(total, k, math.tanh(x[i]) - x[i])
        cuda.atomic.sub(total, i % 4, math.exp(0.1 * x[i]))


CASES = [
    Case(relaxed, LAUNCH, lambda rng: (*rng.normal(size=(2, SIZE)), 7, np.zeros(SIZE))),
    Case(
        square_root,
        LAUNCH,
        lambda rng: (rng.uniform(0.5, 20.0, SIZE), 30, np.zeros(SIZE)),
        options={"max_iterations": 30},
    ),
    Case(
        cube_root,
        LAUNCH,
        lambda rng: (rng.uniform(0.5, 20.0, SIZE), 30, np.zeros(SIZE)),
    ),
    Case(
        oscillator,
        LAUNCH,
        lambda rng: (
            rng.normal(size=(SIZE, 2)),
            rng.uniform(0.1, 0.3, SIZE),
            0.1,
            5,
            np.zeros((SIZE, 2)),
        ),
        wrt=("start", "damping", "h"),
    ),
    Case(
        product_and_maximum,
        LAUNCH,
        lambda rng: (rng.uniform(0.5, 1.5, (SIZE, 6)), np.zeros((SIZE, 2))),
    ),
    Case(
        series_in_place,
        LAUNCH,
        lambda rng: (*rng.uniform(0.5, 1.5, (2, SIZE, 6)), 6),
    ),
    Case(
        scratch,
        LAUNCH,
        lambda rng: (rng.uniform(1.5, 2.8, SIZE), rng.uniform(0.1, 0.9, SIZE), 9),
    ),
    Case(
        paths,
        LAUNCH,
        lambda rng: (rng.normal(size=(SIZE, 4)), 1.1, 0.01, 0.2, 1.0, np.zeros(SIZE)),
        wrt=("draws", "start", "drift", "volatility", "strike"),
    ),
    Case(
        nested,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), 5, np.zeros(SIZE)),
        options={"max_iterations": 15},
    ),
    Case(
        ragged,
        LAUNCH,
        ragged_inputs,
        atomic=frozenset({"values"}),
        options={"max_iterations": 8},
    ),
    Case(local_array, LAUNCH, lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE))),
    Case(drifted, LAUNCH, lambda rng: (*rng.normal(size=(2, SIZE)), 5, np.zeros(SIZE))),
    Case(
        from_both_sides,
        LAUNCH,
        lambda rng: (*rng.normal(size=(2, SIZE)), 4, np.zeros(SIZE)),
        atomic=frozenset({"force"}),
    ),
    Case(
        loops_in_a_while, LAUNCH, lambda rng: (rng.normal(size=SIZE), 3, rng.normal(size=(SIZE, 4)))
    ),
    Case(collected, LAUNCH, lambda rng: (rng.normal(size=SIZE), rng.normal(size=4))),
]
