"""Kernels whose threads exchange values through shared memory, between barriers."""

import math

import numpy as np
from numba import cuda

from ..case import Case

BLOCK = 8
WIDE = BLOCK + 2
TILE = 4
SIZE = 21
LAUNCH = (3, BLOCK)


@cuda.jit
def block_sum(x, out):
    """The sum of squares over each block, by halves."""
    sums = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    sums[t] = x[i] * x[i] if i < x.size else 0.0
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = math.tanh(sums[0])


@cuda.jit
def block_maximum(x, out):
    """The largest element of each block, and a product, by halves."""
    largest = cuda.shared.array(BLOCK, np.float64)
    product = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    largest[t] = -math.inf
    product[t] = 1.0
    if i < x.size:
        largest[t] = x[i]
        product[t] = 1.0 + 0.1 * x[i]
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            if largest[t + half] > largest[t]:
                largest[t] = largest[t + half]
            product[t] = product[t] * product[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = largest[0] * product[0]


@cuda.jit
def matrix_product_in_tiles(a, b, n, out):
    """The product of two square matrices, tile by tile."""
    left = cuda.shared.array((TILE, TILE), np.float64)
    right = cuda.shared.array((TILE, TILE), np.float64)
    j, i = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = 0.0
    for tile in range((n + TILE - 1) // TILE):
        left[ty, tx] = 0.0
        right[ty, tx] = 0.0
        if i < n and tile * TILE + tx < n:
            left[ty, tx] = a[i, tile * TILE + tx]
        if j < n and tile * TILE + ty < n:
            right[ty, tx] = b[tile * TILE + ty, j]
        cuda.syncthreads()
        for k in range(TILE):
            total += left[ty, k] * right[k, tx]
        cuda.syncthreads()
    if i < n and j < n:
        out[i, j] = total


@cuda.jit
def smoothed(x, weight, out):
    """A stencil whose points are read once, into shared memory with a halo."""
    points = cuda.shared.array(WIDE, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    n = x.size
    points[t + 1] = x[i] if i < n else 0.0
    if t == 0:
        points[0] = x[i - 1] if 0 < i <= n else 0.0
    if t == BLOCK - 1:
        points[BLOCK + 1] = x[i + 1] if i + 1 < n else 0.0
    cuda.syncthreads()
    if i < n:
        middle = math.sin(points[t + 1])
        out[i] = weight[0] * points[t] + weight[1] * middle + weight[2] * points[t + 2]


@cuda.jit
def diffused(x, rate, steps, out):
    """Several steps of the heat equation within each block."""
    now = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    now[t] = x[i] if i < x.size else 0.0
    for _ in range(steps):
        cuda.syncthreads()
        left = now[max(t - 1, 0)]
        right = now[min(t + 1, BLOCK - 1)]
        new = now[t] + rate[0] * (left * now[t] - 2.0 * now[t] + right)
        cuda.syncthreads()
        now[t] = new
    if i < x.size:
        out[i] = now[t]


@cuda.jit
def running_sum(x, out):
    """The sums of the first elements of each block, doubling the distance."""
    sums = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    sums[t] = math.exp(x[i]) if i < x.size else 0.0
    cuda.syncthreads()
    distance = 1
    while distance < BLOCK:
        other = sums[t - distance] if t >= distance else 0.0
        cuda.syncthreads()
        sums[t] += other
        cuda.syncthreads()
        distance *= 2
    if i < x.size:
        out[i] = math.log(sums[t])


@cuda.jit
def mirrored(x, out):
    """Each block in reverse order."""
    line = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    line[t] = math.sin(x[i]) if i < x.size else 1.0
    cuda.syncthreads()
    if i < x.size:
        out[i] = line[BLOCK - 1 - t] * line[0]


@cuda.jit
def block_histogram(x, weight, out):
    """Weights are counted in shared memory first, then in the result."""
    counts = cuda.shared.array(4, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    if t < 4:
        counts[t] = 0.0
    cuda.syncthreads()
    if i < x.size:
        cuda.atomic.add(counts, int(x[i]) % 4, weight[i] * weight[i])
    cuda.syncthreads()
    if t < 4:
        cuda.atomic.add(out, t, counts[t])


@cuda.jit
def by_permutation(place, x, out):
    """Positions are shared, too."""
    order = cuda.shared.array(BLOCK, np.int64)
    values = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    order[t] = place[t]
    values[order[t]] = x[i] if i < x.size else 0.0
    cuda.syncthreads()
    if i < x.size:
        out[i] = values[t] ** 2 * values[order[(t + 1) % BLOCK]]


@cuda.jit
def grid_stride_block_dot(x, y, out):
    """A product of vectors: a sum for each thread, then for each block, then for all."""
    sums = cuda.shared.array(BLOCK, np.float64)
    t = cuda.threadIdx.x
    own = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        own += x[i] * y[i]
    sums[t] = own
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(out, 0, sums[0])


@cuda.jit
def others_write(x, out):
    """The first thread changes what others have written."""
    line = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    line[t] = x[i] if i < x.size else 0.5
    cuda.syncthreads()
    before = line[t]
    cuda.syncthreads()
    if t == 0:
        line[3] = 5.0 * line[1] * line[2]
        line[1] = math.sin(line[1])
    cuda.syncthreads()
    if i < x.size:
        out[i] = line[t] * before * line[(t + 1) % BLOCK]


@cuda.jit
def used_twice(x, scale, out):
    """One shared array serves two sums, of which the second needs the first."""
    sums = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    own = x[i] if i < x.size else 0.0
    sums[t] = own * own
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    length = math.sqrt(sums[0] + 1.0)
    cuda.syncthreads()
    sums[t] = math.exp(scale * own / length)
    cuda.syncthreads()
    half = BLOCK // 2
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if i < x.size:
        out[i] = math.exp(scale * own / length) / sums[0]


@cuda.jit
def in_a_branch(x, mode, out):
    """Barriers in a branch that all threads take, and in loops."""
    line = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    line[t] = x[i] if i < x.size else 1.0
    cuda.syncthreads()
    if mode > 0:
        for turn in range(mode):
            value = line[(t + turn + 1) % BLOCK] * line[t]
            cuda.syncthreads()
            line[t] = math.cos(value) + line[t]
            cuda.syncthreads()
    else:
        value = line[BLOCK - 1 - t]
        cuda.syncthreads()
        line[t] *= value
    if i < x.size:
        out[i] = line[t]


@cuda.jit
def handed_on(x, out):
    """Each thread writes to the place of the next one, again and again."""
    line = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    line[t] = x[i] if i < x.size else 1.0
    weights = cuda.local.array(3, np.float64)
    for k in range(3):
        weights[k] = 0.5 + 0.1 * k
    for k in range(3):
        cuda.syncthreads()
        value = line[t] * line[t] * weights[k]
        cuda.syncthreads()
        line[(t + 1) % BLOCK] = value + 0.1
    cuda.syncthreads()
    if i < x.size:
        out[i] = line[t]


@cuda.jit
def first_of_warp(x, out):
    """What one thread reads is a factor for all of the block, by two arrays in turn."""
    now = cuda.shared.array(BLOCK, np.float64)
    old = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    now[t] = x[i] if i < x.size else 2.0
    for _ in range(3):
        old[t] = now[t]
        cuda.syncthreads()
        now[t] = 0.5 * old[t] * old[0] - 0.2 * old[BLOCK - 1 - t]
        cuda.syncthreads()
    if i < x.size:
        out[i] = now[t]


@cuda.jit
def transposed(a, out):
    """The transpose of a matrix, by tiles in shared memory."""
    tile = cuda.shared.array((TILE, TILE), np.float64)
    j, i = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    if i < a.shape[0] and j < a.shape[1]:
        tile[ty, tx] = a[i, j] * a[i, j]
    cuda.syncthreads()
    row = cuda.blockIdx.x * TILE + ty
    column = cuda.blockIdx.y * TILE + tx
    if row < a.shape[1] and column < a.shape[0]:
        out[row, column] = tile[tx, ty]


def vector(*others):
    """Return inputs: a vector, other arrays, and one for the result."""
    return lambda rng: (rng.normal(size=SIZE), *(part(rng) for part in others), np.zeros(SIZE))


def matrices(n):
    """Return inputs: two matrices, their size, and one for the result."""
    return lambda rng: (rng.normal(size=(n, n)), rng.normal(size=(n, n)), n, np.zeros((n, n)))


@cuda.jit
def left_inside(x, n, out):
    """Some threads leave a loop between two barriers, in a loop that none of them leaves."""
    line = cuda.shared.array(BLOCK, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    total = 0.0
    for _ in range(n):
        line[t] = math.sin(x[i] + total) if i < x.size else 0.0
        cuda.syncthreads()
        for k in range(BLOCK):
            if k == t:
                continue
            if k > t + 2:
                break
            total += line[k]
        cuda.syncthreads()
    if i < x.size:
        out[i] = total


CASES = [
    Case(block_sum, LAUNCH, vector()),
    Case(block_maximum, LAUNCH, vector()),
    Case(
        matrix_product_in_tiles,
        ((2, 2), (TILE, TILE)),
        matrices(6),
        atomic=frozenset(["a", "b", "left", "right"]),
    ),
    Case(
        smoothed,
        LAUNCH,
        vector(lambda rng: rng.normal(size=3)),
        atomic=frozenset(["x", "weight", "points"]),
    ),
    Case(
        diffused,
        LAUNCH,
        vector(lambda rng: rng.uniform(0.1, 0.2, 1), lambda rng: 4),
        atomic=frozenset(["rate", "now"]),
    ),
    Case(running_sum, LAUNCH, vector()),
    Case(mirrored, LAUNCH, vector(), atomic=frozenset(["line"])),
    Case(
        block_histogram,
        LAUNCH,
        lambda rng: (rng.uniform(0.0, 9.0, SIZE), rng.normal(size=SIZE), np.zeros(4)),
        wrt=("weight",),
    ),
    Case(
        by_permutation,
        LAUNCH,
        lambda rng: (rng.permutation(BLOCK), *vector()(rng)),
        atomic=frozenset(["values"]),
    ),
    Case(
        grid_stride_block_dot,
        LAUNCH,
        lambda rng: (rng.normal(size=50), rng.normal(size=50), np.zeros(1)),
    ),
    Case(others_write, LAUNCH, vector(), atomic=frozenset(["line"])),
    Case(
        used_twice,
        LAUNCH,
        vector(lambda rng: 0.7),
        wrt=("x", "scale"),
        atomic=frozenset(["sums"]),
    ),
    Case(in_a_branch, LAUNCH, vector(lambda rng: 4), atomic=frozenset(["line"])),
    Case(in_a_branch, LAUNCH, vector(lambda rng: 0), atomic=frozenset(["line"])),
    Case(handed_on, LAUNCH, vector()),
    Case(first_of_warp, LAUNCH, vector(), atomic=frozenset(["old"])),
    Case(
        transposed, ((2, 2), (TILE, TILE)), lambda rng: (rng.normal(size=(6, 7)), np.zeros((7, 6)))
    ),
    Case(left_inside, LAUNCH, vector(lambda rng: 2), atomic=frozenset(["line"])),
]
