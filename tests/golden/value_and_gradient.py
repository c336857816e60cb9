import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def horner_value_and_gradient(coefficients, x):
    """Value and gradient of horner (programs.py:147)
    with respect to coefficients, x.
    """
    # forward
    value = 0.0
    # saved: overwritten in the next iteration
    value_saved = np.empty(len(coefficients))
    for i in range(len(coefficients) - 1, -1, -1):
        value_saved[i] = value
        value = value * x + coefficients[i]
    # backward
    d_coefficients = np.zeros_like(coefficients)
    d_value = 1.0
    d_x = 0.0
    for i in range(len(coefficients)):
        value_2 = value_saved[i]
        # value = value * x + coefficients[i]
        d_value_product = d_value
        d_coefficients[i] = d_value
        d_value = x * d_value_product
        d_x += value_2 * d_value_product
    return value, (d_coefficients, d_x)
