import math

import numpy as np
from numba import cuda

real = np.float32
BLOCK = 8  # threads of a block


@cuda.jit(device=True)
def add_over_block(total, value):
    """Add the values of all threads of a block to total[0], by one atomic addition."""
    sums = cuda.shared.array(BLOCK, real)
    t = cuda.threadIdx.x
    sums[t] = value
    cuda.syncthreads()
    half = 4
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, sums[0])


@cuda.jit
def scaled_sum_adjoint(a, d_a, x, d_x, b, d_b, y, d_y, out, d_out):
    """Adjoint of scaled_sum (elements.py:14) with respect to a, x, b, y."""
    i = cuda.grid(1)
    # forward
    condition = i < out.size
    if condition:
        out_tanh = math.tanh(y[i])
    # backward
    d_a_thread = real(0)
    d_b_thread = real(0)
    if condition:
        # out[i] = a * x[i] + b * math.tanh(y[i])
        d_out_sum = d_out[i]
        d_out[i] = real(0)
        d_b_thread = out_tanh * d_out_sum
        d_y[i] += b * d_out_sum * (real(1) - out_tanh * out_tanh)
        d_a_thread = x[i] * d_out_sum
        d_x[i] += a * d_out_sum
    add_over_block(d_a, d_a_thread)
    add_over_block(d_b, d_b_thread)
