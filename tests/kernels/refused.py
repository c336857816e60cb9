"""Kernels that are refused, for arguments of vectors of float64."""

import math

import numpy as np
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
def some_wait(x, y):
    line = cuda.shared.array(8, np.float64)
    i = cuda.grid(1)
    if i < x.size:
        line[cuda.threadIdx.x] = x[i]
        cuda.syncthreads()
        y[i] = line[0]


@cuda.jit
def some_have_gone(x, y):
    line = cuda.shared.array(8, np.float64)
    i = cuda.grid(1)
    if i >= x.size:
        return
    line[cuda.threadIdx.x] = x[i]
    cuda.syncthreads()
    y[i] = line[0]


@cuda.jit
def waits_as_often_as_it_likes(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    for _ in range(t):
        cuda.syncthreads()
    y[t] = line[0]


@cuda.jit
def waits_for_values(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    cuda.syncthreads()
    while line[0] > 1.0:
        cuda.syncthreads()
        line[t] = line[t] * 0.5
        cuda.syncthreads()
    y[t] = line[t]


@cuda.jit
def exchanges_by_arguments(x, y):
    line = cuda.shared.array(8, np.float64)
    t = cuda.threadIdx.x
    line[t] = x[t]
    y[t] = line[t]
    cuda.syncthreads()
    x[t] = y[7 - t]


@cuda.jit
def shares_sometimes(x, y):
    i = cuda.grid(1)
    if x.size > 3:
        line = cuda.shared.array(8, np.float64)
        line[i] = x[i]
        y[i] = line[i]


@cuda.jit(device=True)
def waited(x):
    cuda.syncthreads()
    return x


@cuda.jit(device=True)
def shared_by_halves(x, count):
    line = cuda.shared.array(count, np.float64)
    line[cuda.threadIdx.x] = x
    cuda.syncthreads()
    return line[0]


@cuda.jit
def some_wait_elsewhere(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = shared_by_halves(x[i], 8)


@cuda.jit
def shares_as_much_as_it_likes(x, y):
    i = cuda.grid(1)
    y[i] = shared_by_halves(x[i], x.size)


@cuda.jit(device=True)
def calls_itself(x, n):
    if n < cuda.blockDim.x:
        return calls_itself(x * x, n + 1)
    return x


@cuda.jit
def descends(x, y):
    i = cuda.grid(1)
    y[i] = calls_itself(x[i], 0)


@cuda.jit
def passes_too_much(x, y):
    i = cuda.grid(1)
    y[i] = waited(x[i], 2.0)


@cuda.jit
def adds_what_waits(x, y):
    i = cuda.grid(1)
    y[i] += shared_by_halves(x[i], 8)


@cuda.jit(device=True)
def applied(function, x):
    return function(x)


@cuda.jit
def hands_on_what_waits(x, y):
    i = cuda.grid(1)
    y[i] = applied(waited, x[i])


@cuda.jit(device=True)
def bend(part):
    for _ in range(3):
        part[0] = part[0] * part[0] + math.sin(part[0])


@cuda.jit
def writes_elsewhere(x, y):
    i = cuda.grid(1)
    bend(x[i : i + 1])
    y[i] = x[i]


@cuda.jit
def saves_an_array(x, y):
    i = cuda.grid(1)
    y[i] = x[i]
    bend(y[i : i + 1])


@cuda.jit
def waits_elsewhere(x, y):
    i = cuda.grid(1)
    y[i] = waited(x[i])


@cuda.jit
def shuffles(x, y):
    i = cuda.grid(1)
    y[i] = cuda.shfl_down_sync(0xFFFFFFFF, x[i], 1)


@cuda.jit
def atomic_on_a_part(x, y):
    i = cuda.grid(1)
    cuda.atomic.add(y[1:], i, x[i])


@cuda.jit
def takes_what_was_there(x, y):
    i = cuda.grid(1)
    y[i] = cuda.atomic.max(x, 0, y[i])


@cuda.jit
def takes_both(x, y):
    i = cuda.grid(1)
    cuda.atomic.max(y, 0, x[i])
    cuda.atomic.min(y, 1, x[i])


@cuda.jit
def reads_the_largest(x, y):
    i = cuda.grid(1)
    cuda.atomic.max(y, 0, x[i])
    x[i] = y[0]


@cuda.jit
def largest_of_a_block(x, y):
    top = cuda.shared.array(1, np.float64)
    cuda.atomic.max(top, 0, x[cuda.grid(1)])
    cuda.syncthreads()
    y[0] = top[0]


KERNELS = [
    counts_up,
    exchanges,
    all_write,
    whole_blocks_write,
    in_place_stencil,
    adds_and_reads,
    unknown_loop,
    waits,
    some_wait,
    some_have_gone,
    waits_as_often_as_it_likes,
    waits_for_values,
    exchanges_by_arguments,
    shares_sometimes,
    waits_elsewhere,
    writes_elsewhere,
    saves_an_array,
    some_wait_elsewhere,
    shares_as_much_as_it_likes,
    descends,
    passes_too_much,
    adds_what_waits,
    hands_on_what_waits,
    shuffles,
    atomic_on_a_part,
    takes_what_was_there,
    takes_both,
    reads_the_largest,
    largest_of_a_block,
]
