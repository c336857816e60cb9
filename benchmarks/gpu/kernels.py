"""Kernels that are timed, with their inputs, and adjoints of some written by hand.

All are in single precision. `moves` is how many elements of arrays the kernel and its adjoint have
to read and write for each element of the result, where that is what limits them: adjoints of inputs
are assigned.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numba import cuda

real = np.float32
Launch = tuple[Any, Any]  # blocks of the grid, threads of a block
BLOCKS = (128, 256, 512)  # threads of a block that a launch is tried with
MOST = 512
TILES = ((32, 4), (32, 8), (32, 16), (64, 4), (128, 2))  # the same in the plane


@cuda.jit
def waves(x, b, amplitude, y):
    """A sine and a product: elements alone, with a number that all threads read."""
    i = cuda.grid(1)
    if i < x.size:
        y[i] = amplitude * math.sin(x[i]) + x[i] * b[i]


@cuda.jit
def waves_by_hand(x, d_x, b, d_b, amplitude, d_amplitude, y, d_y):
    """Adjoint of `waves`: the adjoint of the number is summed over each block."""
    sums = cuda.shared.array(MOST, real)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    sums[t] = real(0)
    if i < x.size:
        d = d_y[i]
        d_y[i] = real(0)
        d_x[i] = (amplitude * math.cos(x[i]) + b[i]) * d
        d_b[i] = x[i] * d
        sums[t] = math.sin(x[i]) * d
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(d_amplitude, 0, sums[0])


@cuda.jit
def membrane(before, now, speed, after):
    """A step of the wave equation in the plane."""
    j, i = cuda.grid(2)
    n, m = now.shape
    if 0 < i < n - 1 and 0 < j < m - 1:
        bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1]
        bend -= real(4) * now[i, j]
        after[i, j] = real(2) * now[i, j] - before[i, j] + speed[i, j] * bend


@cuda.jit
def membrane_by_hand(before, d_before, now, d_now, speed, d_speed, after, d_after):
    """Adjoint of `membrane`: each thread gathers what its neighbours add to its element.

    The adjoint of `after` is left as it is: the next step overwrites it.
    """
    j, i = cuda.grid(2)
    n, m = now.shape
    if i >= n or j >= m:
        return
    total = real(0)
    if 0 < i < n - 1 and 0 < j < m - 1:
        bend = now[i - 1, j] + now[i + 1, j] + now[i, j - 1] + now[i, j + 1]
        bend -= real(4) * now[i, j]
        d = d_after[i, j]
        d_speed[i, j] = bend * d
        d_before[i, j] = -d
        total = (real(2) - real(4) * speed[i, j]) * d
    if i > 1 and 0 < j < m - 1:
        total += speed[i - 1, j] * d_after[i - 1, j]
    if i < n - 2 and 0 < j < m - 1:
        total += speed[i + 1, j] * d_after[i + 1, j]
    if j > 1 and 0 < i < n - 1:
        total += speed[i, j - 1] * d_after[i, j - 1]
    if j < m - 2 and 0 < i < n - 1:
        total += speed[i, j + 1] * d_after[i, j + 1]
    d_now[i, j] = total


@cuda.jit
def bodies(x, mass, softening, force):
    """Bodies in space that attract each other."""
    i = cuda.grid(1)
    n = x.shape[0]
    if i < n:
        f0 = real(0)
        f1 = real(0)
        f2 = real(0)
        for j in range(n):
            r0 = x[j, 0] - x[i, 0]
            r1 = x[j, 1] - x[i, 1]
            r2 = x[j, 2] - x[i, 2]
            near = real(1) / math.sqrt(r0 * r0 + r1 * r1 + r2 * r2 + softening)
            pull = mass[j] * near * near * near
            f0 += pull * r0
            f1 += pull * r1
            f2 += pull * r2
        force[i, 0] = f0
        force[i, 1] = f1
        force[i, 2] = f2


@cuda.jit
def bodies_by_hand(x, d_x, mass, d_mass, softening, force, d_force):
    """Adjoint of `bodies`: a thread does both parts of each pair that concern its body."""
    i = cuda.grid(1)
    n = x.shape[0]
    if i >= n:
        return
    s0 = real(0)
    s1 = real(0)
    s2 = real(0)
    total = real(0)
    for j in range(n):
        r0 = x[j, 0] - x[i, 0]
        r1 = x[j, 1] - x[i, 1]
        r2 = x[j, 2] - x[i, 2]
        square = real(1) / (r0 * r0 + r1 * r1 + r2 * r2 + softening)
        cube = square * math.sqrt(square)
        g0 = mass[j] * d_force[i, 0] - mass[i] * d_force[j, 0]
        g1 = mass[j] * d_force[i, 1] - mass[i] * d_force[j, 1]
        g2 = mass[j] * d_force[i, 2] - mass[i] * d_force[j, 2]
        along = real(3) * square * cube * (r0 * g0 + r1 * g1 + r2 * g2)
        s0 += along * r0 - cube * g0
        s1 += along * r1 - cube * g1
        s2 += along * r2 - cube * g2
        pulled = r0 * d_force[j, 0] + r1 * d_force[j, 1] + r2 * d_force[j, 2]
        total -= cube * pulled
    d_x[i, 0] = s0
    d_x[i, 1] = s1
    d_x[i, 2] = s2
    d_mass[i] = total


@cuda.jit
def settled(x, rate, steps, out):
    """A loop that carries a value from one iteration to the next."""
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        for _ in range(steps):
            v += real(0.1) * (math.sin(v) - rate[i] * v)
        out[i] = v


@cuda.jit
def products(x, y, total):
    """The product of two vectors, by a grid of any size."""
    part = real(0)
    for k in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        part += x[k] * y[k]
    cuda.atomic.add(total, 0, part)


@dataclass(frozen=True)
class Timed:
    """A kernel, its arguments for a size, launches to try, and an adjoint written by hand."""

    kernel: Any
    inputs: Callable[[int, np.random.Generator], tuple[Any, ...]]
    launches: Callable[[int], Sequence[Launch]]
    size: int
    small: int  # in the simulator
    by_hand: Any = None
    moves: tuple[int, int] | None = None
    wrt: tuple[str, ...] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def rows(n: int) -> list[Launch]:
    """Return launches of a thread for each of n elements."""
    return [(-(-n // block), block) for block in BLOCKS]


def tiles(n: int) -> list[Launch]:
    """Return launches of a thread for each element of a square."""
    return [((-(-n // wide), -(-n // high)), (wide, high)) for wide, high in TILES]


def strides(n: int) -> list[Launch]:
    """Return launches of grids whose threads take turns with n elements."""
    return [(min(1024 * k, -(-n // 128)), 128) for k in (1, 2, 4)]


def singles(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Return random numbers in single precision, between a half and one."""
    return rng.uniform(0.5, 1.0, shape).astype(real)


KERNELS = (
    Timed(
        waves,
        lambda n, rng: (*singles(rng, 2, n), real(0.7), np.zeros(n, real)),
        rows,
        1 << 26,
        1000,
        waves_by_hand,
        (3, 5),
        ("x", "b", "amplitude"),
    ),
    Timed(
        membrane,
        lambda n, rng: (*singles(rng, 3, n, n), np.zeros((n, n), real)),
        tiles,
        8192,
        40,
        membrane_by_hand,
        (4, 6),
    ),
    Timed(
        bodies,
        lambda n, rng: (singles(rng, n, 3), singles(rng, n), real(0.1), np.zeros((n, 3), real)),
        rows,
        1 << 15,
        60,
        bodies_by_hand,
    ),
    Timed(
        settled,
        lambda n, rng: (*singles(rng, 2, n), 64, np.zeros(n, real)),
        rows,
        1 << 22,
        200,
    ),
    Timed(
        products,
        lambda n, rng: (*singles(rng, 2, n), np.zeros(1, real)),
        strides,
        1 << 26,
        1000,
        None,
        (2, 4),
    ),
)
