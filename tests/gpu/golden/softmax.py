import math

import numpy as np
from numba import cuda

real = np.float32
BLOCK = 8


@cuda.jit(device=True)
def add_over_block(total, value):
    """Add the values of all threads of a block to an element of total, by one atomic addition."""
    sums = cuda.shared.array((2, 4), real)  # for the 8 threads of a block
    t = cuda.threadIdx.x
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
def softmax_adjoint(x, d_x, scale, d_scale, out, d_out):
    """Adjoint of softmax (helpers.py:45) with respect to x, scale."""
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    # forward
    sums = cuda.shared.array(8, np.float64)
    sums_2 = cuda.shared.array(8, np.float64)
    own_condition = i < x.size
    if own_condition:
        own = x[i]
    else:
        own = 0.0
    value = own * own
    sums[t] = value
    cuda.syncthreads()
    half = BLOCK // 2
    for turn in range(3):
        half_2 = half >> turn
        if t < half_2:
            sums[t] += sums[t + half_2]
        cuda.syncthreads()
    total = sums[0]
    cuda.syncthreads()
    length = math.sqrt(total + 1.0)
    share_quotient = scale * own / length
    share = math.exp(share_quotient)
    sums_2[t] = share
    cuda.syncthreads()
    for turn_2 in range(3):
        half_2 = half >> turn_2
        if t < half_2:
            sums_2[t] += sums_2[t + half_2]
        cuda.syncthreads()
    total_2 = sums_2[0]
    share_2 = share / total_2
    # backward
    # sums = cuda.shared.array(BLOCK, np.float64)
    d_sums = cuda.shared.array(8, np.float64)
    d_sums[cuda.threadIdx.x] = 0.0
    # sums = cuda.shared.array(BLOCK, np.float64)
    d_sums_2 = cuda.shared.array(8, np.float64)
    d_sums_2[cuda.threadIdx.x] = 0.0
    cuda.syncthreads()
    d_share = 0.0
    if i < x.size:
        # out[i] = share
        d_share = d_out[i]
        d_out[i] = real(0)
    # share = share / block_sum(share)
    d_share /= total_2
    d_total_2 = -share_2 * d_share
    cuda.syncthreads()
    cuda.atomic.add(d_sums_2, 0, d_total_2)
    for turn_2 in range(2, -1, -1):
        half_2 = half >> turn_2
        cuda.syncthreads()
        if t < half_2:
            cuda.atomic.add(d_sums_2, t + half_2, d_sums_2[t])
    cuda.syncthreads()
    # sums[t] = value
    d_share += d_sums_2[t]
    d_sums_2[t] = 0.0
    # share = math.exp(scale * own / length)
    d_share_product = d_share * share / length
    d_length = -share_quotient * d_share_product
    d_own = scale * d_share_product
    # length = math.sqrt(block_sum(own * own) + 1.0)
    d_total = d_length / (2.0 * length)
    cuda.syncthreads()
    cuda.atomic.add(d_sums, 0, d_total)
    for turn in range(2, -1, -1):
        half_2 = half >> turn
        cuda.syncthreads()
        if t < half_2:
            cuda.atomic.add(d_sums, t + half_2, d_sums[t])
    cuda.syncthreads()
    # sums[t] = value
    d_value = d_sums[t]
    d_sums[t] = 0.0
    # length = math.sqrt(block_sum(own * own) + 1.0)
    d_own += 2.0 * own * d_value
    if own_condition:
        # own = x[i] if i < x.size else 0.0
        d_x[i] += d_own
    add_over_block(d_scale, own * d_share_product)
