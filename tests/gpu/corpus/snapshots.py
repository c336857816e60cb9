"""Kernels whose loops have snapshots, or cannot have them."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 13
LAUNCH = (2, 8)
STEPS = 10


@cuda.jit(device=True)
def pulled(v, to):
    """A function that a loop calls."""
    return v + 0.3 * math.sin(to - v)


@cuda.jit
def cooled(x, rate, steps, out):
    """One value that a loop carries."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v -= 0.1 * math.sin(rate[i] * v)
        out[i] = v


@cuda.jit
def swung(start, damping, h, steps, out):
    """Two values that are saved, and a sum that is not needed to run forward again."""
    i = cuda.grid(1)
    if i >= damping.size:
        return
    q = start[i, 0]
    p = start[i, 1]
    action = 0.0
    for _ in range(steps):
        p -= h * (math.sin(q) + damping[i] * p)
        q += h * p
        action += 0.5 * p * p + math.cos(q)
    out[i, 0] = q * action
    out[i, 1] = p


@cuda.jit
def from_second(draws, first, out):
    """A loop that does not begin at 0, and variables that are called as those of segments."""
    i = cuda.grid(1)
    if i >= draws.shape[0]:
        return
    length = first[i]
    segment = 0.0
    for end in range(2, draws.shape[1]):
        length = math.exp(0.1 * draws[i, end - 1]) * math.sin(length)
        segment += length * length
    out[i] = segment * length


@cuda.jit
def layered(x, weights, out):
    """Loops in a loop: the outer one has snapshots, what the inner ones save is of a segment."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    total = 0.0
    for j in range(weights.shape[0]):
        w = v
        for k in range(weights.shape[1]):
            w = math.sin(w * weights[j, k]) + 0.2 * v
        for _ in range(3):
            w += 0.1 * math.sin(w)
        total += w * v
        v = 0.5 * v + 0.3 * w
    out[i] = total * v


@cuda.jit
def constant_steps(x, out):
    """A loop that runs up to a constant: what it saves is in local arrays."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for k in range(STEPS):
            v = math.sin(v + 0.1 * k)
        out[i] = v


@cuda.jit
def one_after_another(x, rate, n, m, out):
    """Two loops, and a variable that changes from one to the other."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    scale = rate[i] * rate[i]
    v = x[i]
    for _ in range(n):
        v += 0.1 * math.sin(scale * v)
    scale = 0.1 * scale * v
    for _ in range(m):
        v = math.cos(scale * v)
    out[i] = v * scale


@cuda.jit
def in_each_column(x, steps, out):
    """A loop that carries a value, in a loop whose iterations are independent."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    for j in range(x.shape[1]):
        v = x[i, j]
        for _ in range(steps):
            v = 0.9 * v + 0.1 * v * v
        out[i, j] = v


@cuda.jit
def switched(x, steps, out):
    """An integer and a flag that decide what each iteration does."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    state = i + 1
    up = True
    for _ in range(steps):
        state = (5 * state + 3) % 16
        if state > 9:
            up = not up
        v = math.sin(1.3 * v) if up else v + 0.2 * v * v
    out[i] = v


@cuda.jit
def last_counter(x, steps, columns, out):
    """The counter of an inner loop, which stays as it was where that does not run."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        k = 2
        for _ in range(steps):
            w = v
            for k in range(columns):
                w = math.sin(w + 0.1 * k)
            v = 0.5 * math.sin(w * v) + 0.01 * k
        out[i] = v


@cuda.jit
def by_function(x, goals, steps, out):
    """A loop that calls a device function."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v = pulled(v, goals[i]) * 1.01
        out[i] = v


@cuda.jit(device=True)
def dotted(row, v):
    """A function that reads an array, as its adjoint does."""
    total = 0.0
    for k in range(row.size):
        total += row[k] * math.sin(v + k)
    return total


@cuda.jit
def by_pairs(x, steps, out):
    """A pair that a loop carries, and takes apart in each iteration."""
    i = cuda.grid(1)
    if i < x.size:
        state = (x[i], 0.5)
        for _ in range(steps):
            q, p = state
            state = (math.sin(q * p), p + 0.1 * q)
        out[i] = state[0] * state[1]


@cuda.jit
def row_by_row(x, rows, out):
    """A loop that names a row in each iteration, and hands on another."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for k in range(rows.shape[0]):
            row = rows[k]
            v = math.sin(v * row[i % 3]) + 0.1 * dotted(rows[k], v)
        out[i] = v


@cuda.jit
def highest(x, rate, steps, best, work):
    """A maximum of what loops give, and an array that changes after a loop which reads none."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v = math.sin(1.5 * v)
        work[i] = math.sin(work[i]) * v
        work[i] = work[i] * work[i]
        for _ in range(steps):
            v += 0.1 * math.sin(rate[i] * v)
        cuda.atomic.max(best, 0, v)


@cuda.jit
def settled(x, limit, out):
    """A loop that ends early: how often it runs is only known when it does."""
    i = cuda.grid(1)
    if i >= x.size:
        return
    v = x[i]
    for _ in range(limit):
        change = 0.3 * (math.cos(v) - v)
        v += change
        if abs(change) < 1e-2:
            break
    out[i] = v


@cuda.jit
def along_a_row(x, y):
    """A loop that overwrites what it reads."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    v = 1.0
    for k in range(1, x.shape[1]):
        v = math.sin(v * x[i, k])
        y[i, k] *= y[i, k - 1] * v


@cuda.jit
def downwards(x, out):
    """A loop that counts down."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    v = 1.0
    for k in range(x.shape[1] - 1, -1, -1):
        v = math.sin(v * x[i, k])
    out[i] = v


def case(kernel, inputs, **options):
    """Return a case with snapshots."""
    atomic = options.pop("atomic", frozenset())
    wrt = options.pop("wrt", None)
    return Case(kernel, LAUNCH, inputs, wrt, atomic, {"snapshots": True, **options})


def numbers(count, *rest):
    """Return inputs: so many arrays of numbers, the rest, and an array for the result."""
    return lambda rng: (*rng.normal(size=(count, SIZE)), *rest, np.zeros(SIZE))


CASES = [
    *(case(cooled, numbers(2, steps)) for steps in (0, 1, 2, 3, 4, 5, 8, 9, 10, 15, 16, 17)),
    *(
        case(
            swung,
            lambda rng, steps=steps: (
                rng.normal(size=(SIZE, 2)),
                rng.uniform(0.1, 0.3, SIZE),
                0.1,
                steps,
                np.zeros((SIZE, 2)),
            ),
            wrt=("start", "damping", "h"),
        )
        for steps in (0, 1, 9, 11)
    ),
    *(
        case(
            from_second,
            lambda rng, columns=columns: (
                rng.normal(size=(SIZE, columns)),
                rng.normal(size=SIZE),
                np.zeros(SIZE),
            ),
        )
        for columns in (1, 2, 3, 6, 9, 12)
    ),
    *(
        case(
            layered,
            lambda rng, shape=shape: (
                rng.normal(size=SIZE),
                rng.uniform(0.5, 1.5, shape),
                np.zeros(SIZE),
            ),
            atomic=frozenset({"weights"}),
        )
        for shape in ((0, 2), (1, 3), (4, 2), (7, 3), (5, 0))
    ),
    case(constant_steps, numbers(1)),
    *(case(one_after_another, numbers(2, n, m)) for n, m in ((0, 3), (5, 0), (4, 7))),
    case(in_each_column, lambda rng: (rng.normal(size=(SIZE, 3)), 7, np.zeros((SIZE, 3)))),
    *(case(switched, numbers(1, steps)) for steps in (1, 12)),
    *(case(last_counter, numbers(1, 5, columns)) for columns in (0, 3)),
    case(by_function, numbers(2, 7)),
    case(by_pairs, numbers(1, 7)),
    case(
        row_by_row,
        lambda rng: (rng.normal(size=SIZE), 0.5 * rng.normal(size=(7, 3)), np.zeros(SIZE)),
        atomic=frozenset({"rows"}),
    ),
    case(
        highest,
        lambda rng: (*rng.normal(size=(2, SIZE)), 6, np.full(1, -9.0), rng.normal(size=SIZE)),
    ),
    case(settled, numbers(1, 30), max_iterations=30),
    case(
        along_a_row,
        lambda rng: tuple(rng.uniform(0.5, 1.5, (2, SIZE, 6))),
    ),
    case(downwards, lambda rng: (rng.uniform(0.5, 1.5, (SIZE, 6)), np.zeros(SIZE))),
]
