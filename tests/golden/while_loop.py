import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def square_root_gradient(x, tolerance):
    """Gradient of square_root (programs.py:57) with respect to x."""
    # forward
    y = x
    # saved: overwritten in the next iteration, result of a division
    saved = np.empty((8, 2))
    count = 0
    while abs(y * y - x) > tolerance:
        if count == saved.shape[0]:
            saved = np.concatenate((saved, np.empty_like(saved)))
        saved[count, 0] = y
        y_quotient = x / y
        saved[count, 1] = y_quotient
        y = 0.5 * (y + y_quotient)
        count += 1
    # backward
    d_y = 1.0
    d_x = 0.0
    while count > 0:
        count -= 1
        y = saved[count, 0]
        # y = 0.5 * (y + x / y)
        d_y_sum = 0.5 * d_y
        d_y_quotient_g_y = d_y_sum / y
        d_x += d_y_quotient_g_y
        d_y = d_y_sum - saved[count, 1] * d_y_quotient_g_y
    # y = x
    d_x += d_y
    return d_x
