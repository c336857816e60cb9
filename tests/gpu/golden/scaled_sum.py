import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def add_over_block(total, value):
    """Add the values of all threads of a block to an element of total, by one atomic addition."""
    sums = cuda.shared.array((2, 4), real)  # for the 8 threads of a block
    t = cuda.threadIdx.x
    cuda.syncthreads()  # the sums of the last call have been read
    sums[t >> 2, t & 3] = value
    cuda.syncthreads()
    if t < 4:
        for k in range(1, 2):
            value += sums[k, t]
        sums[0, t] = value
    cuda.syncthreads()
    if t == 0:
        for k in range(1, 4):
            value += sums[0, k]
        block = cuda.blockIdx.x
        cuda.atomic.add(total, block & (total.size - 1), value)  # the size is a power of two


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
        d_b_thread = out_tanh * d_out_sum
        x_i = x[i]
        d_y[i] += b * d_out_sum * (real(1) - out_tanh * out_tanh)
        d_a_thread = x_i * d_out_sum
        d_x[i] += a * d_out_sum
        d_out[i] = real(0)
    add_over_block(d_a, d_a_thread)
    add_over_block(d_b, d_b_thread)
