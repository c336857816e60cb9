import numpy as np
from numba import cuda

real = np.float32


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
def within_reach_adjoint(x, d_x, weight, d_weight, reach, d_reach, density, d_density):
    """Adjoint of within_reach (pairs.py:33) with respect to x, weight, reach."""
    i = cuda.grid(1)
    # forward
    n = x.shape[0]
    # backward
    d_x_sum_1 = real(0)
    d_x_sum_0 = real(0)
    d_weight_sum = real(0)
    d_reach_thread = real(0)
    if i < n:
        # density[i] = total
        d_total = d_density[i]
        d_reach_thread = real(0)
        # iterations are independent: forward and backward together, nothing saved
        for j in range(n):
            d0 = x[i, 0] - x[j, 0]
            d1 = x[i, 1] - x[j, 1]
            square = d0 * d0 + d1 * d1
            if square < reach * reach:
                left = reach * reach - square
                # total += weight[j] * left * left * left
                d_left = real(3) * weight[j] * left * left * d_total
                # left = reach * reach - square
                d_square = -d_left
                d_reach_thread += real(2) * reach * d_left
            else:
                d_square = real(0)
            # square = d0 * d0 + d1 * d1
            d_d1 = real(2) * d1 * d_square
            d_d0 = real(2) * d0 * d_square
            # d1 = x[i, 1] - x[j, 1]
            d_x_sum_1 += d_d1
            # d0 = x[i, 0] - x[j, 0]
            d_x_sum_0 += d_d0
            # gathered: what threads nearby would add to these elements
            if square < reach * reach:
                left_near = reach * reach - square
                d_weight_sum += left_near * left_near * left_near * d_density[j]
                d_square_near = (
                    -real(3) * weight[i] * left_near * left_near * d_density[j]
                )
            else:
                d_square_near = real(0)
            d_x_sum_1 += real(2) * d1 * d_square_near
            d_x_sum_0 += real(2) * d0 * d_square_near
        d_x[i, 1] += d_x_sum_1
        d_x[i, 0] += d_x_sum_0
    if i < weight.shape[0]:
        d_weight[i] += d_weight_sum
    add_over_block(d_reach, d_reach_thread)


@cuda.jit
def within_reach_adjoint_clear(
    x, d_x, weight, d_weight, reach, d_reach, density, d_density
):
    """Set adjoints of outputs to zero where within_reach overwrites these."""
    i = cuda.grid(1)
    n = x.shape[0]
    if 0 <= i < n:
        # density[i] = total
        d_density[i] = real(0)
