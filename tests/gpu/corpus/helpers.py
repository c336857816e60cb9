"""Kernels that call device functions with barriers, arrays and places in them."""

import math

import numpy as np
from numba import cuda

from ..case import Case
from . import elsewhere

BLOCK = 8
SIZE = 21
SCALE = 2.0
LAUNCH = (3, BLOCK)


@cuda.jit(device=True)
def block_sum(value):
    """The sum over a block, by halves."""
    sums = cuda.shared.array(BLOCK, np.float64)
    t = cuda.threadIdx.x
    sums[t] = value
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    total = sums[0]
    cuda.syncthreads()
    return total


@cuda.jit
def sum_of_squares(x, out):
    """The sum of squares over each block."""
    i = cuda.grid(1)
    value = x[i] * x[i] if i < x.size else 0.0
    total = block_sum(value)
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = math.tanh(total)


@cuda.jit
def softmax(x, scale, out):
    """Exponentials with a sum of one: two sums, of which the second needs the first."""
    i = cuda.grid(1)
    own = x[i] if i < x.size else 0.0
    length = math.sqrt(block_sum(own * own) + 1.0)
    share = math.exp(scale * own / length)
    share = share / block_sum(share)
    if i < x.size:
        out[i] = share


@cuda.jit
def contracted(x, steps, out):
    """A sum over the block in each iteration."""
    i = cuda.grid(1)
    v = x[i] if i < x.size else 0.5
    for _ in range(steps):
        v = math.sin(v) + v / (1.0 + block_sum(v * v))
    if i < x.size:
        out[i] = v


@cuda.jit
def sum_or_own(x, mode, out):
    """A sum that is taken in one case only."""
    i = cuda.grid(1)
    v = x[i] if i < x.size else 0.0
    total = block_sum(v * v) * v if mode > 0 else 3.0 * v
    if i < x.size:
        out[i] = total


@cuda.jit(device=True)
def deviation(value):
    """The mean over a block, and the mean square of what differs from it."""
    mean = block_sum(value) / BLOCK
    rest = value - mean
    return mean, block_sum(rest * rest) / BLOCK


@cuda.jit
def standardised(x, out):
    """Two results of a function that calls another one."""
    i = cuda.grid(1)
    value = x[i] if i < x.size else 1.0
    mean, square = deviation(value)
    if i < x.size:
        out[i] = (x[i] - mean) / math.sqrt(square + 0.1)


def series(value, weights, first=0.5):
    """A series, by powers in an array of the thread."""
    powers = cuda.local.array(4, np.float64)
    powers[0] = first
    for k in range(1, 4):
        powers[k] = powers[k - 1] * value
    total = 0.0
    for k in range(4):
        total += weights[k] * powers[k]
    return total


@cuda.jit
def two_series(x, weights, out):
    """An array of each call, and arguments by name and by default."""
    i = cuda.grid(1)
    if i < x.size:
        total = series(x[i], weights)
        out[i] = total * series(first=x[i], weights=weights, value=total)


@cuda.jit(device=True)
def element(x):
    """The element of the thread, zero behind the end."""
    i = cuda.grid(1)
    if i >= x.size:
        return 0.0
    return x[i]


@cuda.jit(device=True)
def keep(out, value):
    """Write the element of the thread."""
    i = cuda.grid(1)
    if i < out.size:
        out[i] = value


@cuda.jit
def by_helpers(x, y, out):
    """All that is read and written, in device functions."""
    keep(out, math.sin(element(x)) * element(y))


@cuda.jit(device=True)
def count(total, place, value):
    """Add to an element that other threads add to as well."""
    cuda.atomic.add(total, place % total.size, value * value)


@cuda.jit
def counted(x, total, out):
    """Additions of all threads, and a place in a device function."""
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < x.size:
        count(total, i, x[i])
        count(out, 0, SCALE * x[i])


@cuda.jit
def bent_twice(x, out):
    """A function of another module, where names mean something else."""
    i = cuda.grid(1)
    if i < x.size:
        out[i] = SCALE * elsewhere.bent(x[i] + elsewhere.bent(SCALE * x[i]))


@cuda.jit(device=True)
def row_sum(row, out):
    """The sum of a row that is shared out to the threads of a block."""
    own = 0.0
    for k in range(cuda.threadIdx.x, row.size, cuda.blockDim.x):
        own += row[k] * row[k]
    own = block_sum(own)
    if cuda.threadIdx.x == 0:
        out[cuda.blockIdx.x] = own


@cuda.jit
def row_sums(a, out):
    """A view as argument, and a parameter that is an array of the kernel."""
    row_sum(a[cuda.blockIdx.x], out)


@cuda.jit(device=True)
def sum_by_parts(value, lane, part):
    """The sum over a block: of what some threads have put down, by a loop over all."""
    sums = cuda.shared.array(BLOCK, np.float64)
    if part == 0:
        sums[lane] = 0.0
    cuda.syncthreads()
    cuda.atomic.add(sums, lane, value)
    cuda.syncthreads()
    total = 0.0
    for k in range(BLOCK // 2):
        total += sums[k]
    cuda.syncthreads()
    return total


@cuda.jit
def shares_of_squares(x, out):
    """Two sums that only some threads begin."""
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    v = x[i] if i < x.size else 0.0
    v /= 1.0 + sum_by_parts(v * v, t % (BLOCK // 2), t // (BLOCK // 2))
    v -= sum_by_parts(v, t % (BLOCK // 2), t // (BLOCK // 2)) * v
    if i < x.size:
        out[i] = v


@cuda.jit(device=True)
def put(out, place, value):
    """Write an element, and return a number."""
    out[place] = value
    return 1.0


@cuda.jit(device=True)
def put_own(out, value):
    """Write the element of the thread by another function."""
    return put(out, cuda.grid(1), value) + 1.0


@cuda.jit
def result_unused(x, out):
    """A function that is called for what it does, though it returns something."""
    i = cuda.grid(1)
    if i < x.size:
        put_own(out, x[i] * x[i])


@cuda.jit(device=True)
def put_second(row, value):
    """Write an element of a row."""
    row[1] = value
    return value * value + 1.0


@cuda.jit
def overwritten_behind_a_function(x, out):
    """An element that a function writes through a row, and the kernel after it."""
    i = cuda.grid(1)
    if i < x.size:
        factor = put_second(out[i], x[i])
        out[i, 1] = 2.0 * x[i] * factor


@cuda.jit
def read_behind_a_function(x, y, out, steps):
    """An element that a function writes through a row, and that is read after it, in a loop."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for k in range(steps):
            v = v * math.sin(v) + 0.5
            factor = put_second(y[i], 0.3 * k)
            v = v * factor * y[i, 1] + v
        out[i] = v


@cuda.jit(device=True)
def sum_of_a_row(a, weights):
    """A sum over a part of an array, by another name."""
    row = a[1]
    total = 0.0
    for k in range(3):
        total += row[k] * weights[k]
    return total


@cuda.jit
def rows_of_own_arrays(x, weights, out):
    """Functions that read parts of an array of the thread."""
    i = cuda.grid(1)
    if i < x.size:
        own = cuda.local.array((2, 3), np.float64)
        for k in range(3):
            own[0, k] = x[i] * k
            own[1, k] = math.sin(x[i] + k)
        out[i] = sum_of_a_row(own, weights) * own[0, 2]


@cuda.jit(device=True)
def blended(first, second):
    """A product that depends on the place of the thread."""
    return first * first * second + cuda.threadIdx.x * first


@cuda.jit
def changed_by_an_argument(x, out):
    """A variable that is passed, and changed by the next argument."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i] = blended(v, (v := math.sin(v))) + v


def vector(*others):
    """Return inputs: a vector, other arguments, and an array for the result."""
    return lambda rng: (rng.normal(size=SIZE), *others, np.zeros(SIZE))


@cuda.jit(device=True)
def scaled_by_size(a, v):
    """A number that depends on how many elements an array has."""
    return a[0] * v * a.size * 0.4


@cuda.jit(device=True)
def pushed(a, k, v):
    """An element that is changed, and another one that is read."""
    a[k] = a[k] * v
    return math.sin(a[(k + 1) % 4] * v) + 0.5


@cuda.jit(device=True)
def first_changed(row, v):
    """An element of a row that is changed, and the last one that is read."""
    row[0] = row[0] * v
    return math.sin(row[-1] * v) + 0.2 * row.size


@cuda.jit
def own_array_in_a_loop(x, y, out):
    """Arrays of a thread that are saved whole, as device functions change them in a loop."""
    i = cuda.grid(1)
    if i < x.size:
        one = cuda.local.array(1, np.float64)
        four = cuda.local.array(4, np.float64)
        one[0] = x[i]
        for q in range(4):
            four[q] = x[(i + q) % x.size]
        v = y[i]
        for r in range(3):
            v = scaled_by_size(one, v) + pushed(four, r % 4, v)
            one[0] = one[0] * 0.5
        out[i] = v


@cuda.jit
def own_row_in_a_loop(x, y, out):
    """Rows of the launch that are saved whole, each of its thread."""
    i = cuda.grid(1)
    if i < y.size:
        v = y[i]
        for _ in range(2):
            v = first_changed(x[i], v)
            x[i, 0] *= v
        out[i] = v


CASES = [
    Case(
        sum_of_squares,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), np.zeros(3)),
        atomic=frozenset(["sums"]),
    ),
    Case(
        softmax,
        LAUNCH,
        vector(0.7),
        wrt=("x", "scale"),
        atomic=frozenset(["sums", "sums_2"]),
    ),
    Case(contracted, LAUNCH, vector(3), atomic=frozenset(["sums"])),
    Case(sum_or_own, LAUNCH, vector(1), atomic=frozenset(["sums"])),
    Case(sum_or_own, LAUNCH, vector(0), atomic=frozenset(["sums"])),
    Case(standardised, LAUNCH, vector(), atomic=frozenset(["sums", "sums_2"])),
    Case(
        two_series,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.normal(size=4), np.zeros(SIZE)),
        atomic=frozenset(["weights"]),
        only_simulated="the simulator takes no arguments of device functions by name",
    ),
    Case(
        by_helpers,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.normal(size=SIZE), np.zeros(SIZE)),
    ),
    Case(counted, LAUNCH, lambda rng: (rng.normal(size=SIZE), rng.normal(size=4), np.zeros(1))),
    Case(bent_twice, LAUNCH, vector()),
    Case(
        row_sums,
        LAUNCH,
        lambda rng: (rng.normal(size=(3, 11)), np.zeros(3)),
        atomic=frozenset(["a", "sums"]),
    ),
    Case(shares_of_squares, LAUNCH, vector(), atomic=frozenset(["sums", "sums_2"])),
    Case(
        result_unused,
        LAUNCH,
        vector(),
        atomic=frozenset(["out"]),
        options={"outputs": ("out",)},
    ),
    Case(
        overwritten_behind_a_function,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.normal(size=(SIZE, 2))),
        atomic=frozenset(["out"]),
        options={"outputs": ("out",)},
    ),
    Case(
        read_behind_a_function,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.normal(size=(SIZE, 2)), np.zeros(SIZE), 3),
        atomic=frozenset(["y"]),
        options={"outputs": ("y", "out")},
    ),
    Case(
        rows_of_own_arrays,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.normal(size=3), np.zeros(SIZE)),
        atomic=frozenset(["weights"]),
    ),
    Case(
        changed_by_an_argument,
        LAUNCH,
        vector(),
        only_simulated="numba.cuda knows no assignments inside expressions",
    ),
    Case(
        own_array_in_a_loop,
        LAUNCH,
        lambda rng: (rng.normal(size=SIZE), rng.normal(size=SIZE), np.zeros(SIZE)),
        atomic=frozenset(["x"]),
    ),
    Case(
        own_row_in_a_loop,
        LAUNCH,
        lambda rng: (rng.normal(size=(SIZE, 2)), rng.normal(size=SIZE), np.zeros(SIZE)),
        atomic=frozenset(["x"]),
        options={"outputs": ("x", "out")},
    ),
]
