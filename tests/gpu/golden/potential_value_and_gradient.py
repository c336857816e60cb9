import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def potential_value_and_gradient(r, depth):
    """Value and gradient of potential (devices.py:24) with respect to r."""
    # forward
    if r > 3.0:
        result = 0.0 * r
    else:
        power_quotient = 1.0 / r
        power = power_quotient ** 6
        result = 4.0 * depth * (power * power - power)
    # backward
    if r > 3.0:
        # return 0.0 * r
        d_r = real(0)
    else:
        # return 4.0 * depth * (power * power - power)
        d_result_difference = real(4) * depth
        d_power = -d_result_difference
        d_power += 2.0 * power * d_result_difference
        # power = (1.0 / r) ** 6
        d_r = -6.0 * d_power * power_quotient ** 5 * power_quotient * power_quotient
    return result, real(d_r)
