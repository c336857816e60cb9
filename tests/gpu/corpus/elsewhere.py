"""Device functions of a module with other names, and other values behind the same names."""

import numpy as np
from numba import cuda as gpu

SCALE = 0.5
LENGTH = 3


@gpu.jit(device=True)
def bent(value):
    """A value, bent in an array of the thread."""
    powers = gpu.local.array(LENGTH, np.float64)
    powers[0] = SCALE
    for k in range(1, LENGTH):
        powers[k] = powers[k - 1] * value
    return powers[LENGTH - 1] + powers[1]
