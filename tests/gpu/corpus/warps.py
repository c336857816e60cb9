"""Kernels in which the lanes of a warp exchange values by shuffles."""

import math

import numpy as np
from numba import cuda

from ..case import Case

WARP = 32
BLOCK = 64
WARPS = BLOCK // WARP
EVERY = 0xFFFFFFFF
SIZE = 57
LAUNCH = (2, WARP)
NONE = np.float32(0.0)


@cuda.jit
def warp_sum(x, out):
    """The sum of squares: by halves within each warp, then one addition for each."""
    i = cuda.grid(1)
    v = NONE
    if i < x.size:
        v = x[i] * x[i]
    offset = WARP // 2
    while offset > 0:
        v += cuda.shfl_down_sync(EVERY, v, offset)
        offset //= 2
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, v)


@cuda.jit(device=True)
def sum_of_lanes(v):
    """Return the sum over a warp, for all of its lanes."""
    for k in range(5):
        v += cuda.shfl_xor_sync(EVERY, v, 1 << k)
    return v


@cuda.jit
def of_unit_spread(x, out):
    """Values of a warp without their mean, in units of their spread: by a device function."""
    i = cuda.grid(1)
    v = x[i] - sum_of_lanes(x[i]) / WARP
    out[i] = v / math.sqrt(sum_of_lanes(v * v) / WARP)


@cuda.jit
def warp_shares(x, out):
    """The part of each element in the sum over its warp, that all lanes get."""
    i = cuda.grid(1)
    own = math.exp(x[i])
    total = own
    bit = 1
    while bit < WARP:
        total += cuda.shfl_xor_sync(0xFFFFFFFF, total, bit)
        bit *= 2
    out[i] = own / total


@cuda.jit
def block_sum_by_warps(x, out):
    """A sum for each warp in shared memory, then the sum of these in all warps."""
    sums = cuda.shared.array(WARPS, np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    lane = t % WARP
    v = x[i] * x[i] if i < x.size else 0.0
    for half in range(4, -1, -1):
        v += cuda.shfl_down_sync(-1, v, 1 << half)
    if lane == 0:
        sums[t // WARP] = math.sin(v)
    cuda.syncthreads()
    total = sums[lane] if lane < WARPS else 0.0
    offset = WARPS // 2
    while offset > 0:
        total += cuda.shfl_down_sync(-1, total, offset)
        offset //= 2
    if t == 0:
        out[cuda.blockIdx.x] = total * total


@cuda.jit
def led_by_one(x, leader, out):
    """All lanes follow one, whose number is an argument, and the first."""
    mask = 0xFFFFFFFF
    i = cuda.grid(1)
    v = x[i] if i < x.size else x[0]
    first = cuda.shfl_sync(mask, math.sin(v), 0)
    led = cuda.shfl_sync(mask, v * first, leader)
    if i < x.size:
        out[i] = led * v + first


@cuda.jit
def warp_running_sum(x, out):
    """The sums of the first elements of each warp, doubling the distance."""
    i = cuda.grid(1)
    lane = cuda.laneid
    v = NONE
    if i < x.size:
        v = x[i] * x[i]
    distance = 1
    while distance < WARP:
        other = cuda.shfl_up_sync(EVERY, v, distance)
        if lane >= distance:
            v += other
        distance *= 2
    if i < x.size:
        out[i] = math.sqrt(v)


@cuda.jit
def coupled(x, steps, out):
    """Each lane is driven by others, in steps that are not linear."""
    i = cuda.grid(1)
    v = x[i] if i < x.size else x[0]
    for step in range(steps):
        left = cuda.shfl_up_sync(EVERY, v, 1)
        right = cuda.shfl_down_sync(EVERY, v * left, step + 1)
        v = math.sin(v) * right + math.cos(left)
        if v > 0.5:
            v *= left
    if i < x.size:
        out[i] = v


@cuda.jit
def far_shuffles(x, delta, out):
    """Distances that are arguments: hardware takes them modulo 32."""
    i = cuda.grid(1)
    v = x[i]
    behind = cuda.shfl_down_sync(EVERY, v * v, delta)
    before = cuda.shfl_up_sync(EVERY, v, delta)
    crossed = cuda.shfl_xor_sync(EVERY, v, delta)
    out[i] = behind * before + math.sin(crossed) * v


@cuda.jit
def shifted_in_a_plane(a, out):
    """Lanes count along x first: a warp is some rows of a block."""
    j, i = cuda.grid(2)
    v = a[i, j] if i < a.shape[0] and j < a.shape[1] else 1.0
    other = cuda.shfl_down_sync(EVERY, v, 11)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = other * v


@cuda.jit
def chosen_by_one(place, x, out):
    """A shuffle of integers, that tells all lanes where to read."""
    i = cuda.grid(1)
    own = place[i % place.size]
    k = cuda.shfl_sync(EVERY, own, 5)
    next_one = cuda.shfl_down_sync(EVERY, own, 1)
    if i < x.size:
        out[i] = x[k] * x[i] + math.sin(x[next_one])


@cuda.jit
def in_a_branch_of_all(x, mode, out):
    """A shuffle in a branch that all threads take, and one in a loop within it."""
    i = cuda.grid(1)
    v = x[i] if i < x.size else 0.3
    if mode > 0:
        for turn in range(mode):
            v = v * cuda.shfl_xor_sync(EVERY, v, turn + 1) + 0.1
    else:
        v = math.exp(cuda.shfl_up_sync(EVERY, v, 2))
    if i < x.size:
        out[i] = v


@cuda.jit
def normalised_rows(a, out):
    """Each part of a row is divided by its length: the iterations of a loop are independent."""
    j = cuda.grid(1)
    for row in range(a.shape[0]):
        v = a[row, j]
        total = v * v
        for bit in range(5):
            total += cuda.shfl_xor_sync(EVERY, total, 1 << bit)
        out[row, j] = v / math.sqrt(total)


@cuda.jit
def read_in_branches(x, out):
    """What a lane gets is read by some lanes only, where it is not linear."""
    i = cuda.grid(1)
    lane = cuda.laneid
    v = x[i] if i < x.size else 0.7
    taken = cuda.shfl_down_sync(EVERY, v, 3)
    unread = cuda.shfl_up_sync(EVERY, v, 3)
    if i < x.size:
        if lane % 2 == 0:
            out[i] = math.sin(taken) * taken
        elif lane > 9:
            out[i] = unread * v
        else:
            out[i] = v


@cuda.jit
def two_precisions(x, out):
    """Shuffles of values of different precisions."""
    i = cuda.grid(1)
    wide = np.float64(x[i]) * 0.5
    narrow = np.float32(1.5)
    other = cuda.shfl_up_sync(EVERY, wide, 1)
    factor = cuda.shfl_up_sync(EVERY, narrow, 1)
    out[i] = x[i] * cuda.shfl_down_sync(EVERY, x[i], 2) + other * factor


@cuda.jit(device=True)
def energy(v):
    """The energy of a spring that is not linear."""
    return v * v if v > 0.0 else v**4


@cuda.jit
def energies(x, total):
    """Atomic additions of what a function gives, and of what a shuffle does."""
    i = cuda.grid(1)
    v = x[i] if i < x.size else 0.0
    cuda.atomic.add(total, 0, energy(v))
    cuda.atomic.sub(total, 1, cuda.shfl_down_sync(EVERY, v * v, 1))


def vector(*others, size=SIZE):
    """Return inputs: a vector, other arguments, and a vector for the result."""
    return lambda rng: (rng.normal(size=size), *others, np.zeros(size))


def several(size):
    """Return inputs: a vector, and one of some size for the result."""
    return lambda rng: (rng.normal(size=SIZE), np.zeros(size))


CASES = [
    Case(warp_sum, LAUNCH, several(1)),
    Case(of_unit_spread, LAUNCH, vector(size=64)),
    Case(warp_shares, LAUNCH, vector(size=64)),
    Case(block_sum_by_warps, (1, BLOCK), several(1), atomic=frozenset(["sums"])),
    Case(led_by_one, LAUNCH, vector(38), atomic=frozenset(["x"])),
    Case(warp_running_sum, LAUNCH, vector()),
    Case(coupled, LAUNCH, vector(3), atomic=frozenset(["x"])),
    Case(far_shuffles, (2, WARP), vector(7, size=64)),
    Case(far_shuffles, (2, WARP), vector(33, size=64)),
    Case(far_shuffles, (1, BLOCK), vector(-3, size=64)),
    Case(far_shuffles, (2, WARP), vector(0, size=64)),
    Case(
        shifted_in_a_plane,
        ((1, 1), (8, 8)),
        lambda rng: (rng.normal(size=(7, 6)), np.zeros((7, 6))),
    ),
    Case(
        chosen_by_one,
        LAUNCH,
        lambda rng: (rng.permutation(SIZE), rng.normal(size=SIZE), np.zeros(SIZE)),
        atomic=frozenset(["x"]),
    ),
    Case(in_a_branch_of_all, LAUNCH, vector(3)),
    Case(in_a_branch_of_all, LAUNCH, vector(0)),
    Case(
        normalised_rows,
        LAUNCH,
        lambda rng: (rng.normal(size=(3, 64)), np.zeros((3, 64))),
    ),
    Case(read_in_branches, LAUNCH, vector()),
    Case(two_precisions, LAUNCH, vector(size=64)),
    Case(energies, LAUNCH, several(2)),
]
