import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def relaxed_adjoint(x, d_x, rate, d_rate, steps, out, d_out, v_saved):
    """Adjoint of relaxed (loops.py:14) with respect to x, rate, out."""
    i = cuda.grid(1)
    # forward
    condition = i < x.size
    if condition:
        v = x[i]
        v_2 = v
        # saved: overwritten in the next iteration
        for step in range(steps):
            rate_i = rate[i]
            v_saved[step, i] = v_2
            v_2 += 0.1 * (math.sin(3.0 * v_2) - rate_i * v_2)
    # backward
    if condition:
        # out[i] = v
        d_v = d_out[i]
        d_rate_i = real(0)
        for step in range(steps - 1, -1, -1):
            v_2 = v_saved[step, i]
            # v += 0.1 * (math.sin(3.0 * v) - rate[i] * v)
            d_v_difference = 0.1 * d_v
            d_v -= rate[i] * d_v_difference
            d_rate_i -= v_2 * d_v_difference
            d_v += 3.0 * d_v_difference * math.cos(3.0 * v_2)
        if d_rate_i != real(0):
            d_rate[i] += d_rate_i
        # v = x[i]
        d_x[i] += d_v
        # out[i] = v
        d_out[i] = real(0)
