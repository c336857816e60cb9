"""Kernels that are refused, for arguments of vectors of float64."""

import math

from numba import cuda


@cuda.jit
def counts_up(x, y):
    i = cuda.grid(1)
    k = cuda.atomic.add(y, 0, 1.0)
    y[i] = x[i] * k


@cuda.jit
def exchanges(x, y):
    i = cuda.grid(1)
    cuda.atomic.exch(y, 0, x[i])


@cuda.jit
def all_write(x, y):
    i = cuda.grid(1)
    if x[i] > 0.0:
        y[i] = x[i]
    y[0] = x[i]


@cuda.jit
def whole_blocks_write(x, y):
    y[cuda.blockIdx.x] = x[cuda.blockIdx.x] * 2.0


@cuda.jit
def in_place_stencil(x, y):
    i = cuda.grid(1)
    if 0 < i < x.size:
        y[i] = math.sin(y[i - 1]) * x[i]


@cuda.jit
def adds_and_reads(x, y):
    i = cuda.grid(1)
    cuda.atomic.add(y, 0, x[i])
    x[i] = y[0]


@cuda.jit
def unknown_loop(x, y):
    i = cuda.grid(1)
    v = x[i]
    while v < 10.0:
        v = v * v + 1.0
    y[i] = v


@cuda.jit
def waits(x, y):
    i = cuda.grid(1)
    y[i] = x[i] * x[i]
    cuda.syncthreads()


@cuda.jit
def shuffles(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], 1)


@cuda.jit
def atomic_on_a_part(x, y):
    i = cuda.grid(1)
    cuda.atomic.add(y[1:], i, x[i])


KERNELS = [
    counts_up,
    exchanges,
    all_write,
    whole_blocks_write,
    in_place_stencil,
    adds_and_reads,
    unknown_loop,
    waits,
    shuffles,
    atomic_on_a_part,
]
