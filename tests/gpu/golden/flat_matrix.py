import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def flat_matrix_adjoint(a, d_a, n, m, out, d_out):
    """Adjoint of flat_matrix (elements.py:66) with respect to a, out."""
    j, i = cuda.grid(2)
    # forward
    condition = i < n and j < m
    if condition:
        k = i * m + j
    # backward
    if condition:
        # out[k] = math.sin(a[k]) * a[k]
        d_out_product = d_out[k]
        d_a_k = math.sin(a[k]) * d_out_product
        d_a_k += a[k] * d_out_product * math.cos(a[k])
        d_a[k] += d_a_k
        d_out[k] = real(0)
