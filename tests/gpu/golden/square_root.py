import numpy as np
from numba import cuda

real = np.float32


@cuda.jit
def square_root_adjoint(x, d_x, limit, out, d_out, saved_overflow):
    """Adjoint of square_root (loops.py:25) with respect to x, out."""
    i = cuda.grid(1)
    # forward
    condition = i < x.size
    if condition:
        root = x[i]
        root_2 = root
        turns = 0
        running = True
        # saved: overwritten in the next iteration
        saved = cuda.local.array(30, np.float64)
        count = 0
        while running and turns < limit:
            if count == 30:
                cuda.atomic.max(saved_overflow, 0, 1)
                return
            saved[count] = root_2
            change = 0.5 * (root_2 - root / root_2)
            root_2 -= change
            turns += 1
            if abs(change) < 1e-12:
                running = False
            count += 1
    # backward
    if condition:
        # out[i] = root
        d_root = d_out[i]
        d_x_i = real(0)
        while count > 0:
            count -= 1
            root_2 = saved[count]
            # root -= change
            d_change = -d_root
            # change = 0.5 * (root - x[i] / root)
            d_change_difference = 0.5 * d_change
            d_root += d_change_difference
            root_inverse = 1.0 / root_2
            d_change_quotient_g_y = -d_change_difference * root_inverse
            d_x_i += d_change_quotient_g_y
            d_root -= root * root_inverse * d_change_quotient_g_y
        # root = x[i]
        d_x_i += d_root
        d_x[i] += d_x_i
        # out[i] = root
        d_out[i] = real(0)
