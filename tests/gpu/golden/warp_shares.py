import math

import numpy as np
from numba import cuda

real = np.float32
ALL_LANES = 0xFFFFFFFF  # the mask of whole warps


@cuda.jit
def warp_shares_adjoint(x, d_x, out, d_out):
    """Adjoint of warp_shares (warps.py:50) with respect to x, out."""
    i = cuda.grid(1)
    # forward
    own = math.exp(x[i])
    total = own
    for turn in range(5):
        bit = 1 << turn
        total += cuda.shfl_xor_sync(ALL_LANES, total, bit)
    # backward
    # out[i] = own / total
    d_out_quotient = d_out[i]
    total_inverse = real(1) / total
    d_own = d_out_quotient * total_inverse
    d_total = -own * total_inverse * d_own
    for turn in range(4, -1, -1):
        bit = 1 << turn
        # total += cuda.shfl_xor_sync(4294967295, total, bit)
        d_total += cuda.shfl_xor_sync(ALL_LANES, d_total, bit)
    # total = own
    d_own += d_total
    # own = math.exp(x[i])
    d_x[i] += d_own * own
    # out[i] = own / total
    d_out[i] = real(0)
