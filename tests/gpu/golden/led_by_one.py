import math

import numpy as np
from numba import cuda

real = np.float32
ALL_LANES = 0xFFFFFFFF  # the mask of whole warps


@cuda.jit(device=True)
def shfl_rev(d_value, lane):
    """Adjoint of shfl_sync, which gives all lanes the value of one."""
    for bit in range(5):
        d_value += cuda.shfl_xor_sync(ALL_LANES, d_value, 1 << bit)
    return d_value if cuda.laneid == lane & 31 else real(0)


@cuda.jit
def led_by_one_adjoint(x, d_x, leader, out, d_out):
    """Adjoint of led_by_one (warps.py:85) with respect to x, out."""
    i = cuda.grid(1)
    # forward
    v_condition = i < x.size
    if v_condition:
        v = x[i]
    else:
        v = x[0]
    first = cuda.shfl_sync(ALL_LANES, math.sin(v), 0)
    led = cuda.shfl_sync(ALL_LANES, v * first, leader)
    # backward
    d_first = real(0)
    d_led = real(0)
    d_v = real(0)
    if 0 <= i < x.size:
        # out[i] = led * v + first
        d_first = d_out[i]
        d_led = v * d_first
        d_v = led * d_first
        d_out[i] = real(0)
    # led = cuda.shfl_sync(mask, v * first, leader)
    d_led_product = shfl_rev(d_led, leader)
    d_v += first * d_led_product
    d_first += v * d_led_product
    # first = cuda.shfl_sync(mask, math.sin(v), 0)
    d_v += shfl_rev(d_first, 0) * math.cos(v)
    if v_condition:
        cuda.atomic.add(d_x, i, d_v)
    else:
        cuda.atomic.add(d_x, 0, d_v)
