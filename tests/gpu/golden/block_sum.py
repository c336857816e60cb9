import math

import numpy as np
from numba import cuda

real = np.float32
BLOCK = 8


@cuda.jit
def block_sum_adjoint(x, d_x, out, d_out):
    """Adjoint of block_sum (blocks.py:17) with respect to x, out."""
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    block_x = cuda.blockIdx.x
    # forward
    sums = cuda.shared.array(8, np.float64)
    sums_condition = i < x.size
    if sums_condition:
        x_i = x[i]
        sums_choice = x_i * x_i
    else:
        sums_choice = 0.0
    sums[t] = sums_choice
    cuda.syncthreads()
    half = BLOCK // 2
    for turn in range(3):
        half_2 = half >> turn
        if t < half_2:
            sums[t] += sums[t + half_2]
        cuda.syncthreads()
    if t == 0:
        out_tanh = math.tanh(sums[0])
    # backward
    # sums = cuda.shared.array(BLOCK, np.float64)
    d_sums = cuda.shared.array(8, np.float64)
    d_sums[cuda.threadIdx.x] = 0.0
    cuda.syncthreads()
    if t == 0:
        # out[cuda.blockIdx.x] = math.tanh(sums[0])
        d_out_tanh = d_out[block_x]
        d_sums[0] += d_out_tanh * (1.0 - out_tanh * out_tanh)
        d_out[block_x] = real(0)
    for turn in range(2, -1, -1):
        half_2 = half >> turn
        cuda.syncthreads()
        if t < half_2:
            # sums[t] += sums[t + half]
            d_sums[t + half_2] += d_sums[t]
    cuda.syncthreads()
    # sums[t] = x[i] * x[i] if i < x.size else 0.0
    d_sums_choice = d_sums[t]
    d_sums[t] = 0.0
    if sums_condition:
        d_x[i] += real(2) * x_i * d_sums_choice
