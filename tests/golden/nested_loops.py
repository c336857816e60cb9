import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def diffusion_gradient(u, rate, n):
    """Gradient of diffusion (programs.py:44) with respect to u, rate."""
    u = u.copy()
    # forward
    new = np.empty_like(u)
    # saved: result of tanh
    new_tanh_saved = np.empty((max(n, 0), max(len(u) - 2, 0)))
    for step in range(n):
        for i in range(1, len(u) - 1):
            new_tanh = math.tanh(u[i + 1] - 2.0 * u[i] + u[i - 1])
            new_tanh_saved[step, i - 1] = new_tanh
            new[i] = u[i] + rate * new_tanh
        for i in range(1, len(u) - 1):
            u[i] = new[i]
    # backward
    d_u = np.empty_like(u)
    d_new = np.zeros_like(u)
    # iterations are independent: forward and backward together, nothing saved
    for i in range(len(u)):
        # total += u[i] * u[i]
        d_u[i] = 2.0 * u[i]
    d_rate = 0.0
    for step in range(n - 1, -1, -1):
        for i in range(1, len(u) - 1):
            # u[i] = new[i]
            d_new_i = d_u[i]
            d_u[i] = 0.0
            d_new[i] += d_new_i
        for i in range(1, len(u) - 1):
            new_tanh = new_tanh_saved[step, i - 1]
            # new[i] = u[i] + rate * math.tanh(u[i + 1] - 2.0 * u[i] + u[i - 1])
            d_new_sum = d_new[i]
            d_new[i] = 0.0
            d_rate += new_tanh * d_new_sum
            d_new_sum_2 = rate * d_new_sum * (1.0 - new_tanh * new_tanh)
            d_u[i + 1] += d_new_sum_2
            d_u[i] += d_new_sum - 2.0 * d_new_sum_2
            d_u[i - 1] += d_new_sum_2
    return d_u, d_rate
