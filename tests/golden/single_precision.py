import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def dot_gradient(x, y):
    """Gradient of dot (programs.py:122) with respect to x, y."""
    d_x = np.empty_like(x)
    d_y = np.zeros_like(y)
    # iterations are independent: forward and backward together, nothing saved
    for i in range(len(x)):
        # total += x[i] * y[i]
        d_y[i] = x[i]
        d_x[i] = y[i]
    return d_x, d_y
