import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def stretch_aug(rate, rest, length):
    return rate * (length - rest) / length


@cuda.jit(device=True)
def stretch_rev(rate, rest, length, d_result):
    result_difference = length - rest
    length_inverse = real(1) / length
    # return rate * (length - rest) / length
    d_result_product = d_result * length_inverse
    d_length = -rate * result_difference * length_inverse * d_result_product
    d_rate = result_difference * d_result_product
    d_result_difference = rate * d_result_product
    d_length += d_result_difference
    d_rest = -d_result_difference
    return d_rate, d_rest, d_length


@cuda.jit
def spring_network_adjoint(x, d_x, ends, rate, d_rate, rest, d_rest, force, d_force):
    """Adjoint of spring_network (neighbours.py:85)
    with respect to x, rate, rest, force.
    """
    s = cuda.grid(1)
    # forward
    condition = s < rate.size
    if condition:
        a = ends[s, 0]
        b = ends[s, 1]
        dx = x[b, 0] - x[a, 0]
        dy = x[b, 1] - x[a, 1]
        pull_sqrt = math.sqrt(dx * dx + dy * dy)
        pull = stretch_aug(rate[s], rest[s], pull_sqrt)
    # backward
    if condition:
        # cuda.atomic.sub(force, (b, 1), pull * dy)
        d_force_product = -d_force[b, 1]
        # cuda.atomic.sub(force, (b, 0), pull * dx)
        d_force_product_2 = -d_force[b, 0]
        # cuda.atomic.add(force, (a, 1), pull * dy)
        d_force_product += d_force[a, 1]
        d_pull = dy * d_force_product
        d_dy = pull * d_force_product
        # cuda.atomic.add(force, (a, 0), pull * dx)
        d_force_product_2 += d_force[a, 0]
        d_pull += dx * d_force_product_2
        d_dx = pull * d_force_product_2
        # pull = stretch(rate[s], rest[s], math.sqrt(dx * dx + dy * dy))
        d_rate_s, d_rest_s, d_pull_sqrt = stretch_rev(
            rate[s], rest[s], pull_sqrt, d_pull
        )
        d_pull_sum = d_pull_sqrt / (real(2) * pull_sqrt)
        d_dy += real(2) * dy * d_pull_sum
        d_dx += real(2) * dx * d_pull_sum
        d_rest[s] += d_rest_s
        d_rate[s] += d_rate_s
        cuda.atomic.add(d_x, (a, 1), -d_dy)
        cuda.atomic.add(d_x, (b, 1), d_dy)
        cuda.atomic.add(d_x, (a, 0), -d_dx)
        cuda.atomic.add(d_x, (b, 0), d_dx)
