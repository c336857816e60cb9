import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def decides(value, last, taken, i):
    """Return True if an atomic maximum or minimum comes from this thread alone."""
    return real(value) == last[i] and cuda.atomic.exch(taken, i, 1) == 0


@cuda.jit
def tops_adjoint(x, d_x, place, weight, d_weight, best, d_best, best_last, best_taken):
    """Adjoint of tops (extremes.py:14) with respect to x, weight, best."""
    i = cuda.grid(1)
    # forward
    condition = i < x.size
    if condition:
        x_i = x[i]
        best_value_sin = math.sin(x_i)
        weight_i = weight[i]
        best_value = best_value_sin * weight_i
        place_i = place[i]
        condition_2 = decides(best_value, best_last, best_taken, place_i)
    # backward
    if condition:
        # cuda.atomic.max(best, place[i], math.sin(x[i]) * weight[i])
        d_best_value = real(0)
        if condition_2:
            d_best_value = d_best[place_i]
            d_best[place_i] = real(0)
        d_weight[i] += best_value_sin * d_best_value
        d_x[i] += weight_i * d_best_value * math.cos(x_i)
