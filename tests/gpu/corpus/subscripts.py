"""Subscripts of all kinds: which tell threads apart, and which only seem to."""

import math

import numpy as np
from numba import cuda

from ..case import Case

SIZE = 13
LAUNCH = (2, 8)


@cuda.jit
def from_the_end(x, out):
    n = x.size
    i = cuda.grid(1)
    if i < n:
        out[i] = x[n - 1 - i] ** 2


@cuda.jit
def every_other(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[2 * i] * x[2 * i + 1]


@cuda.jit
def halves(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sin(x[i // 2]) * (1.0 + i)


@cuda.jit
def in_turn(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i % 3] ** 2


@cuda.jit
def one_or_own(x, out):
    i = cuda.grid(1)
    if i < out.size:
        k = i if i > 4 else 0
        out[i] = x[k] * x[k]


@cuda.jit
def shifted(x, shift, out):
    """A shift may be negative: then the first threads meet the last elements."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i + shift] ** 2


@cuda.jit
def first_of_all(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[0] * x[i]


@cuda.jit
def block_and_thread(x, out):
    b = cuda.blockIdx.x
    t = cuda.threadIdx.x
    out[b, t] = math.cos(x[b, t])


@cuda.jit
def of_thread_only(x, out):
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[t] * x[t]


@cuda.jit
def one_of_a_block(x, out):
    if cuda.threadIdx.x == 0:
        b = cuda.blockIdx.x
        total = 0.0
        for k in range(4):
            total += x[b, k] * x[b, k]
        out[b] = total


@cuda.jit
def swapped(a, out):
    i, j = cuda.grid(2)
    if i < a.shape[1] and j < a.shape[0]:
        out[j, i] = a[j, i] * a[0, i]


@cuda.jit
def stride_by_hand(x, out):
    i = cuda.grid(1)
    while i < x.size:
        out[i] = x[i] ** 3
        i += cuda.gridsize(1)


@cuda.jit
def stride_in_blocks(x, out):
    """Each block sums over all elements, and each thread over its share of them."""
    k = cuda.threadIdx.x
    s = 0.0
    while k < x.size:
        s = 0.5 * s + x[k] ** 2
        k += cuda.blockDim.x
    out[cuda.grid(1)] = s


@cuda.jit
def stride_by_sizes(x, out):
    step = cuda.blockDim.x * cuda.gridDim.x
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    while i < x.shape[0]:
        if x[i] > 0.0:
            out[i] = x[i] ** 3
        i = i + step


@cuda.jit
def stride_and_more(x, out):
    """A counter that is read behind its loop."""
    i = cuda.grid(1)
    while i < x.size:
        out[i] = x[i] ** 3
        i += cuda.gridsize(1)
    out[cuda.grid(1)] *= i


@cuda.jit(device=True)
def middle(values, i):
    """Return the mean of an element and the one after it."""
    return 0.5 * (values[i] + values[i + 1])


@cuda.jit
def passed_on(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = middle(x, i) ** 2


@cuda.jit
def row_of_its_own(a, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        row = a[i]
        out[i] = row[0] * row[1] + row[2]


@cuda.jit
def row_of_two(a, out):
    """Two threads read one row."""
    i = cuda.grid(1)
    if i < out.size:
        row = a[i // 2]
        out[i] = row[0] * row[1] * (1.0 + i)


@cuda.jit
def two_of_a_block(x, out):
    """Two threads of a block read one element, each after a condition of its own."""
    b = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        out[b, 0] = x[b] * x[b]
    if cuda.threadIdx.x == 1:
        out[b, 1] = math.sin(x[b])


@cuda.jit
def saved_in_blocks(x, steps, out):
    """A loop that saves what it carries, in a kernel that works out its place itself."""
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v = math.sin(v) + x[i] * v
        out[i] = v


@cuda.jit(device=True)
def of_row(a, k):
    """Return a product of a row."""
    row = a[k]
    return row[0] * row[2]


@cuda.jit
def row_in_function(a, out):
    """A device function takes a row that two threads read."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = of_row(a, i // 2) * (2.0 + i)


@cuda.jit
def reads_what_it_wrote(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]
        y[i] = math.sin(y[i]) + x[i]


@cuda.jit
def two_shifts(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i + 1] * x[i + 2]


@cuda.jit
def guarded(x, out):
    i = cuda.grid(1)
    if 1 <= i < out.size:
        out[i] = x[i - 1] ** 2


@cuda.jit
def too_few_threads(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] ** 2


@cuda.jit
def up_to(x, n, out):
    i = cuda.grid(1)
    if i < n and n <= out.size:
        out[i] = x[i] ** 2


@cuda.jit
def some(x, out):
    i = cuda.grid(1)
    if i < out.size and x[i] > 0.0:
        out[i] = x[i] ** 2


@cuda.jit
def continued(x, out):
    """One element more than there is: the first thread takes the last of each array."""
    i = cuda.grid(1)
    if i < out.size:
        out[i - 1] = math.sin(x[i - 1])


@cuda.jit
def chosen(x, places, out):
    """Places from the end are other ones in a longer array."""
    i = cuda.grid(1)
    if i < places.size:
        k = places[i]
        out[k] = x[k] * x[k]


@cuda.jit
def chosen_from_the_start(x, places, out):
    """Places that are not negative are the same ones in a longer array."""
    i = cuda.grid(1)
    if i < places.size:
        k = places[i]
        if k >= 0:
            out[k] = x[k] * x[k]


@cuda.jit
def flat_places(x, out):
    """Rows and columns of one number: both arrays have so many columns."""
    i = cuda.grid(1)
    if i < out.size:
        row = i // out.shape[1]
        column = i % out.shape[1]
        out[row, column] = math.exp(x[row, column])


@cuda.jit
def lower_to_upper(x):
    """Threads write to elements that no thread reads."""
    i = cuda.grid(1)
    if i < 6:
        x[i + 6] = math.sin(x[i]) * x[i + 6]


@cuda.jit
def layers_at_the_end(x):
    """Two threads copy what two others would, if these came as far."""
    i = cuda.grid(1)
    if 10 <= i < 12:
        x[i - 2] = x[i] * x[i]


def one(size=SIZE):
    """Return inputs: a vector, and another for the result."""
    return lambda rng: (rng.normal(size=size), np.zeros(SIZE))


def matrices(n, m):
    """Return inputs: a matrix, and another for the result."""
    return lambda rng: (rng.normal(size=(n, m)), np.zeros((n, m)))


SHARED = frozenset({"x"})
CASES = [
    Case(from_the_end, LAUNCH, one()),
    Case(every_other, LAUNCH, one(2 * SIZE), atomic=SHARED),
    Case(halves, LAUNCH, one(), atomic=SHARED),
    Case(in_turn, LAUNCH, one(), atomic=SHARED),
    Case(one_or_own, LAUNCH, one(), atomic=SHARED),
    Case(
        shifted,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE - 2), -2, np.zeros(SIZE)),
        atomic=SHARED,
    ),
    Case(first_of_all, LAUNCH, one(), atomic=SHARED),
    Case(block_and_thread, (3, 4), matrices(3, 4)),
    Case(of_thread_only, LAUNCH, one(), atomic=SHARED),
    Case(one_of_a_block, (3, 4), lambda rng: (rng.normal(size=(3, 4)), np.zeros(3))),
    Case(swapped, ((2, 2), (4, 4)), matrices(5, 7), atomic=frozenset({"a"})),
    Case(stride_by_hand, (2, 4), one()),
    Case(stride_in_blocks, (2, 4), one(), atomic=SHARED),
    Case(stride_by_sizes, (2, 4), one()),
    Case(stride_and_more, (2, 4), one(), options={"max_iterations": 4}, atomic=SHARED),
    Case(passed_on, LAUNCH, one(SIZE + 1), atomic=SHARED),
    Case(
        row_of_its_own,
        LAUNCH,
        lambda rng: (rng.normal(size=(SIZE, 3)), np.zeros(SIZE)),
        atomic=frozenset({"a"}),
    ),
    Case(
        row_of_two,
        LAUNCH,
        lambda rng: (rng.normal(size=(SIZE, 3)), np.zeros(SIZE)),
        atomic=frozenset({"a"}),
    ),
    Case(
        row_in_function,
        LAUNCH,
        lambda rng: (rng.normal(size=(SIZE, 3)), np.zeros(SIZE)),
        atomic=frozenset({"a"}),
    ),
    Case(
        two_of_a_block,
        (3, 4),
        lambda rng: (rng.normal(size=3), np.zeros((3, 2))),
        atomic=SHARED,
    ),
    Case(saved_in_blocks, LAUNCH, lambda rng: (rng.normal(size=SIZE), 4, np.zeros(SIZE))),
    Case(reads_what_it_wrote, LAUNCH, lambda rng: tuple(rng.normal(size=(2, SIZE)))),
    Case(two_shifts, LAUNCH, one(SIZE + 2)),
    Case(guarded, LAUNCH, one()),
    Case(too_few_threads, (1, 8), one()),
    Case(up_to, LAUNCH, lambda rng: (rng.normal(size=SIZE), 5, np.zeros(SIZE))),
    Case(some, LAUNCH, one()),
    Case(
        continued,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), np.zeros(SIZE + 1)),
        atomic=SHARED,
    ),
    Case(continued, LAUNCH, one()),
    Case(
        chosen,
        LAUNCH,
        lambda rng: (rng.normal(size=4), np.array([0, -1, 3]), np.zeros(5)),
        atomic=SHARED,
    ),
    Case(
        chosen_from_the_start,
        LAUNCH,
        lambda rng: (rng.normal(size=4), np.array([0, -1, 3]), np.zeros(5)),
    ),
    Case(flat_places, LAUNCH, matrices(3, 4)),
    Case(
        flat_places,
        LAUNCH,
        lambda rng: (rng.normal(size=(4, 4)), np.zeros((3, 4))),
        atomic=SHARED,
    ),
    Case(lower_to_upper, LAUNCH, lambda rng: (rng.normal(size=12),), atomic=SHARED),
    Case(layers_at_the_end, LAUNCH, lambda rng: (rng.normal(size=12),)),
]
