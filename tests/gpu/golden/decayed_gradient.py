import math

import numpy as np
from numba import cuda

real = np.float32


@cuda.jit(device=True)
def decayed_gradient(x, rate):
    """Gradient of decayed (devices.py:16) with respect to x, rate."""
    # forward
    # saved: overwritten in the next iteration
    x_saved = cuda.local.array(5, real)
    for step in range(5):
        x_saved[step] = x
        x -= rate * math.sin(x) * x
    # backward
    d_x = real(1)
    d_rate = real(0)
    for step in range(4, -1, -1):
        x = x_saved[step]
        x_sin = math.sin(x)
        # x = x - rate * math.sin(x) * x
        d_rate -= x_sin * x * d_x
        d_x_sin = -rate * x * d_x
        d_x -= rate * x_sin * d_x
        d_x += d_x_sin * math.cos(x)
    return real(d_x), real(d_rate)
