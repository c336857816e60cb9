import math

import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def energy_of_pairs_value_and_gradient(x, depth):
    """Value and gradient of energy_of_pairs (programs.py:220)
    with respect to x, depth.
    """
    # forward
    energy = 0.0
    # backward
    d_x = np.zeros_like(x)
    d_depth = 0.0
    # iterations are independent: forward and backward together, nothing saved
    for i in range(len(x)):
        d_x_i = d_x[i]
        for j in range(i):
            distance = x[i] - x[j]
            if distance * distance < 4.0:
                energy_exp = math.exp(-distance * distance)
                energy += depth * energy_exp
                # energy += depth * math.exp(-distance * distance)
                d_depth -= 0.5 * energy_exp
                d_energy_product = -0.5 * depth * energy_exp
                d_distance = -distance * d_energy_product - distance * d_energy_product
            else:
                d_distance = 0.0
            # distance = x[i] - x[j]
            d_x[j] -= d_distance
            d_x_i += d_distance
        d_x[i] = d_x_i
    return -0.5 * energy, (d_x, d_depth)
