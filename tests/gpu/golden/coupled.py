import math

import numpy as np
from numba import cuda

real = np.float32
ALL_LANES = 0xFFFFFFFF  # the mask of whole warps


@cuda.jit(device=True)
def shfl_up_rev(d_value, delta):
    """Adjoint of shfl_up_sync, which leaves the first lanes their own values."""
    lane = cuda.laneid
    delta &= 31
    d_taken = cuda.shfl_down_sync(ALL_LANES, d_value, delta)
    if lane + delta > 31:
        d_taken = real(0)
    if lane < delta:
        d_taken += d_value
    return d_taken


@cuda.jit(device=True)
def shfl_down_rev(d_value, delta):
    """Adjoint of shfl_down_sync, which leaves the last lanes their own values."""
    lane = cuda.laneid
    delta &= 31
    d_taken = cuda.shfl_up_sync(ALL_LANES, d_value, delta)
    if lane < delta:
        d_taken = real(0)
    if lane + delta > 31:
        d_taken += d_value
    return d_taken


@cuda.jit
def coupled_adjoint(x, d_x, steps, out, d_out, v_saved, left_saved, right_saved):
    """Adjoint of coupled (warps.py:115) with respect to x, out."""
    i = cuda.grid(1)
    # forward
    v_condition = i < x.size
    if v_condition:
        v = x[i]
    else:
        v = x[0]
    # saved: overwritten in the next iteration
    # saved: result of shfl_up_sync
    # saved: result of shfl_down_sync
    for step in range(steps):
        v_saved[step, i] = v
        left = cuda.shfl_up_sync(ALL_LANES, v, 1)
        left_saved[step, i] = left
        right = cuda.shfl_down_sync(ALL_LANES, v * left, step + 1)
        right_saved[step, i] = right
        v = math.sin(v) * right + math.cos(left)
        if v > 0.5:
            v *= left
    # backward
    d_v = real(0)
    if i < x.size:
        # out[i] = v
        d_v = d_out[i]
        d_out[i] = real(0)
    for step in range(steps - 1, -1, -1):
        v = v_saved[step, i]
        left = left_saved[step, i]
        right = right_saved[step, i]
        v_sin = math.sin(v)
        v_2 = v_sin * right + math.cos(left)
        if v_2 > 0.5:
            # v *= left
            d_v_2 = left * d_v
            d_left = v_2 * d_v
        else:
            d_v_2 = d_v
            d_left = real(0)
        # v = math.sin(v) * right + math.cos(left)
        d_left -= d_v_2 * math.sin(left)
        d_right = v_sin * d_v_2
        d_v = right * d_v_2 * math.cos(v)
        # right = cuda.shfl_down_sync(EVERY, v * left, step + 1)
        d_right_product = shfl_down_rev(d_right, step + 1)
        d_v += left * d_right_product
        d_left += v * d_right_product
        # left = cuda.shfl_up_sync(EVERY, v, 1)
        d_v += shfl_up_rev(d_left, 1)
    if v_condition:
        cuda.atomic.add(d_x, i, d_v)
    else:
        cuda.atomic.add(d_x, 0, d_v)
