import math

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
def attraction_adjoint(x, d_x, mass, d_mass, softening, d_softening, force, d_force):
    """Adjoint of attraction (neighbours.py:34) with respect to x, mass, softening."""
    i = cuda.grid(1)
    d_x_sum_1 = real(0)
    d_x_sum_0 = real(0)
    d_mass_sum = real(0)
    d_softening_thread = real(0)
    if i < x.shape[0]:
        # force[i, 1] = fy
        d_fy = d_force[i, 1]
        # force[i, 0] = fx
        d_fx = d_force[i, 0]
        d_softening_thread = real(0)
        # iterations are independent: forward and backward together, nothing saved
        for j in range(x.shape[0]):
            dx = x[j, 0] - x[i, 0]
            dy = x[j, 1] - x[i, 1]
            r = math.sqrt(dx * dx + dy * dy + softening)
            pull_product = r * r * r
            pull = mass[j] / pull_product
            # fy += pull * dy
            d_pull = dy * d_fy
            d_dy = pull * d_fy
            # fx += pull * dx
            d_pull += dx * d_fx
            d_dx = pull * d_fx
            pull_product_inverse = real(1) / pull_product
            # pull = mass[j] / (r * r * r)
            d_r = -real(3) * r * r * (pull * (d_pull * pull_product_inverse))
            # r = math.sqrt(dx * dx + dy * dy + softening)
            d_r_sum = d_r / (real(2) * r)
            d_softening_thread += d_r_sum
            d_dy += real(2) * dy * d_r_sum
            d_dx += real(2) * dx * d_r_sum
            # dy = x[j, 1] - x[i, 1]
            d_x_sum_1 -= d_dy
            # dx = x[j, 0] - x[i, 0]
            d_x_sum_0 -= d_dx
            # gathered: what threads nearby would add to these elements
            pull_near = mass[i] / pull_product
            d_mass_j_near = (
                (-dy * d_force[j, 1] - dx * d_force[j, 0]) * pull_product_inverse
            )
            d_mass_sum += d_mass_j_near
            d_r_sum_near = (
                -real(3) * r * r * (pull_near * d_mass_j_near) / (real(2) * r)
            )
            d_x_sum_1 += pull_near * d_force[j, 1] - real(2) * dy * d_r_sum_near
            d_x_sum_0 += pull_near * d_force[j, 0] - real(2) * dx * d_r_sum_near
        d_x[i, 1] += d_x_sum_1
        d_x[i, 0] += d_x_sum_0
        d_mass[i] += d_mass_sum
    add_over_block(d_softening, d_softening_thread)


@cuda.jit
def attraction_adjoint_clear(
    x, d_x, mass, d_mass, softening, d_softening, force, d_force
):
    """Set adjoints of outputs to zero where attraction overwrites these."""
    i = cuda.grid(1)
    if 0 <= i < x.shape[0]:
        # force[i, 1] = fy
        d_force[i, 1] = real(0)
        # force[i, 0] = fx
        d_force[i, 0] = real(0)
