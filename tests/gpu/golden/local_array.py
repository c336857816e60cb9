import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def local_array_adjoint(x, d_x, out, d_out):
    """Adjoint of local_array (loops.py:160) with respect to x, out."""
    i = cuda.grid(1)
    # forward
    powers = cuda.local.array(5, np.float64)
    condition = i < x.size
    if condition:
        powers[0] = 1.0
        for k in range(1, 5):
            powers[k] = powers[k - 1] * x[i]
    # backward
    # powers = cuda.local.array(5, np.float64)
    d_powers = cuda.local.array(5, np.float64)
    for i_2 in range(5):
        d_powers[i_2] = 0.0
    if condition:
        # out[i] = total
        d_total = d_out[i]
        # iterations are independent: forward and backward together, nothing saved
        for k in range(5):
            # total += powers[k] * powers[4 - k] / (k + 1.0)
            d_total_product = d_total / (k + 1.0)
            d_powers[4 - k] += powers[k] * d_total_product
            d_powers[k] += powers[4 - k] * d_total_product
        d_x_i = real(0)
        for k in range(4, 0, -1):
            # powers[k] = powers[k - 1] * x[i]
            d_powers_product = d_powers[k]
            d_powers[k] = 0.0
            d_x_i += powers[k - 1] * d_powers_product
            d_powers[k - 1] += x[i] * d_powers_product
        if d_x_i != real(0):
            d_x[i] += d_x_i
        # powers[0] = 1.0
        d_powers[0] = 0.0
        # out[i] = total
        d_out[i] = real(0)
