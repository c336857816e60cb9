import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def running_product_gradient(x):
    """Gradient of running_product (programs.py:77) with respect to x."""
    x = x.copy()
    # forward
    # saved: overwritten below
    x_i_saved = np.empty(max(len(x) - 1, 0))
    for i in range(1, len(x)):
        x_i_saved[i - 1] = x[i]
        x[i] *= x[i - 1]
    # backward
    d_x = np.zeros_like(x)
    # return x[len(x) - 1]
    d_x[len(x) - 1] += 1.0
    for i in range(len(x) - 1, 0, -1):
        # x[i] = x[i] * x[i - 1]
        d_x_product = d_x[i]
        d_x[i] = x[i - 1] * d_x_product
        d_x[i - 1] += x_i_saved[i - 1] * d_x_product
    return d_x
