import numpy as np
from numba import njit

from srcdiff import runtime


@njit(error_model="numpy", cache=True)
def smoothed_vjp(x, width, y, y_cotangent):
    """Vector-Jacobian product of smoothed (programs.py:109)
    with respect to x, width.
    """
    if runtime.overlap(x, y):
        raise runtime.AliasedArguments(
            "`x` and `y` share memory, and `smoothed` "
            "writes to one of them: pass a copy"
        )
    if y_cotangent.shape != y.shape:
        raise runtime.WrongShape(
            "an adjoint or cotangent has not the shape "
            "of what it belongs to: pass one that has"
        )
    d_x = np.zeros_like(x)
    d_y = y_cotangent.copy()
    d_width = 0.0
    # iterations are independent: forward and backward together, nothing saved
    for i in range(1, len(x) - 1):
        # y[i] = x[i] + width * (x[i - 1] - 2.0 * x[i] + x[i + 1])
        d_y_sum = d_y[i]
        d_y[i] = 0.0
        d_width += (x[i - 1] - 2.0 * x[i] + x[i + 1]) * d_y_sum
        d_y_sum_2 = width * d_y_sum
        d_x[i + 1] += d_y_sum_2
        d_x[i] += d_y_sum - 2.0 * d_y_sum_2
        d_x[i - 1] += d_y_sum_2
    return d_x, d_width
