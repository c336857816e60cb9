import math

import numpy as np
from numba import njit


@njit(error_model="numpy", forceinline=True)
def attraction_aug(dx, dy, softening):
    distance = math.sqrt(dx * dx + dy * dy + softening)
    return 1.0 / distance, distance


@njit(error_model="numpy", forceinline=True)
def attraction_rev(dx, dy, result, distance, d_result):
    # return 1.0 / distance
    d_distance = -d_result * result * result
    # distance = math.sqrt(dx * dx + dy * dy + softening)
    d_distance_sum = d_distance / (2.0 * distance)
    d_dy = 2.0 * dy * d_distance_sum
    d_dx = 2.0 * dx * d_distance_sum
    return d_dx, d_dy


@njit(error_model="numpy", cache=True)
def potential_gradient(x, y, softening):
    """Gradient of potential (programs.py:88) with respect to x, y."""
    d_x = np.zeros_like(x)
    d_y = np.zeros_like(y)
    # iterations are independent: forward and backward together, nothing saved
    for i in range(len(x)):
        # iterations are independent: forward and backward together, nothing saved
        for j in range(i):
            total_difference = x[i] - x[j]
            total_difference_2 = y[i] - y[j]
            total_attraction, distance = attraction_aug(
                total_difference, total_difference_2, softening
            )
            # total -= attraction(x[i] - x[j], y[i] - y[j], softening)
            d_total_difference, d_total_difference_2 = attraction_rev(
                total_difference, total_difference_2, total_attraction, distance, -1.0
            )
            d_y[j] -= d_total_difference_2
            d_y[i] += d_total_difference_2
            d_x[j] -= d_total_difference
            d_x[i] += d_total_difference
    return d_x, d_y
