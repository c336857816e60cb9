import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def relaxed_adjoint(x, d_x, rate, d_rate, steps, out, d_out, v_snapshots, v_saved):
    """Adjoint of relaxed (loops.py:14) with respect to x, rate, out."""
    i = cuda.grid(1)
    # forward
    condition = i < x.size
    if condition:
        v = x[i]
        v_2 = v
        # saved once a segment: the backward part runs forward again from there
        length = v_saved.shape[0]
        for segment in range((steps - 1) // length + 1):
            v_snapshots[segment, i] = v_2
            first = segment * length
            end = min(first + length, steps)
            for step in range(first, end):
                v_2 += 0.1 * (math.sin(3.0 * v_2) - rate[i] * v_2)
    # backward
    if condition:
        # out[i] = v
        d_v = d_out[i]
        d_rate_i = real(0)
        for segment in range((steps - 1) // length, -1, -1):
            v_2 = v_snapshots[segment, i]
            first = segment * length
            end = min(first + length, steps)
            for step in range(first, end):
                rate_i = rate[i]
                v_saved[step - first, i] = v_2
                v_2 += 0.1 * (math.sin(3.0 * v_2) - rate_i * v_2)
            for step in range(end - 1, first - 1, -1):
                v_2 = v_saved[step - first, i]
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
