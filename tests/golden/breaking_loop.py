import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def barrier_gradient(start, slope, height, n):
    """Gradient of barrier (programs.py:136) with respect to start, slope, height."""
    # forward
    value = start
    i_next = 0
    running = True
    # saved: overwritten in the next iteration, result of a division
    saved = np.empty((8, 2))
    count = 0
    while running and i_next < n:
        if count == saved.shape[0]:
            saved = np.concatenate((saved, np.empty_like(saved)))
        saved[count, 0] = value
        value_quotient = slope / (1.0 + value)
        saved[count, 1] = value_quotient
        value *= 1.0 + value_quotient
        if value > height:
            running = False
        count += 1
        i_next += 1
    # backward
    d_paid = 1.0
    d_value = 0.0
    d_slope = 0.0
    d_height = 0.0
    while count > 0:
        count -= 1
        value = saved[count, 0]
        value_quotient = saved[count, 1]
        value_sum = 1.0 + value_quotient
        value_2 = value * value_sum
        d_value_2 = d_value
        if value_2 > height:
            # paid = value - height
            d_value_2 += d_paid
            d_height -= d_paid
            d_paid = 0.0
        # value = value * (1.0 + slope / (1.0 + value))
        d_value = value_sum * d_value_2
        d_value_quotient_g_y = value * d_value_2 / (1.0 + value)
        d_slope += d_value_quotient_g_y
        d_value -= value_quotient * d_value_quotient_g_y
    # value = start
    d_start = d_value
    return d_start, d_slope, d_height
