import numpy as np
from numba import cuda

real = np.float32
ALL_LANES = 0xFFFFFFFF  # the mask of whole warps
WARP = 32


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
def warp_sum_adjoint(x, d_x, out, d_out):
    """Adjoint of warp_sum (warps.py:19) with respect to x, out."""
    i = cuda.grid(1)
    lane = cuda.laneid
    # forward
    condition = i < x.size
    if condition:
        x_i = x[i]
    offset = WARP // 2
    # backward
    d_v = real(0)
    if lane == 0:
        # cuda.atomic.add(out, 0, v)
        d_v = d_out[0]
    for turn in range(4, -1, -1):
        offset_2 = offset >> turn
        # v += cuda.shfl_down_sync(EVERY, v, offset)
        d_v += shfl_down_rev(d_v, offset_2)
    if condition:
        # v = x[i] * x[i]
        d_x[i] += real(2) * x_i * d_v
