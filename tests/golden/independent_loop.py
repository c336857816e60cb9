import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def log_likelihood_gradient(x, mean, deviation):
    """Gradient of log_likelihood (programs.py:28)
    with respect to x, mean, deviation.
    """
    d_x = np.empty_like(x)
    d_mean = 0.0
    d_deviation = 0.0
    # iterations are independent: forward and backward together, nothing saved
    for i in range(len(x)):
        z = (x[i] - mean) / deviation
        # total -= 0.5 * z * z
        d_z = -z
        # z = (x[i] - mean) / deviation
        d_z_difference = d_z / deviation
        d_deviation -= z * d_z_difference
        d_mean -= d_z_difference
        d_x[i] = d_z_difference
    # total = -len(x) * math.log(deviation)
    d_deviation -= len(x) / deviation
    return d_x, d_mean, d_deviation
