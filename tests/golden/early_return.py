import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def first_crossing_gradient(x, level):
    """Gradient of first_crossing (programs.py:129) with respect to x, level."""
    # forward
    i = 1
    returned = False
    running = True
    # saved: result of a division
    saved = np.empty(8)
    count = 0
    while running and i < len(x):
        if count == saved.shape[0]:
            saved = np.concatenate((saved, np.empty_like(saved)))
        if x[i] > level:
            saved[count] = (level - x[i - 1]) / (x[i] - x[i - 1])
            returned = True
            running = False
        count += 1
        i += 1
    # backward
    d_x = np.zeros_like(x)
    d_result = 0.0
    if returned:
        d_result = 1.0
    d_level = 0.0
    while count > 0:
        count -= 1
        i = count + 1
        if x[i] > level:
            # return i - 1 + (level - x[i - 1]) / (x[i] - x[i - 1])
            d_result_difference = d_result / (x[i] - x[i - 1])
            d_result_difference_2 = -(saved[count] * d_result_difference)
            d_x[i] += d_result_difference_2
            d_level += d_result_difference
            d_x[i - 1] -= d_result_difference_2 + d_result_difference
            d_result = 0.0
    return d_x, d_level
