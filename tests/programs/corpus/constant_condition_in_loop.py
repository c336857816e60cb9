"""Choices that a constant of the module decides, by chained comparisons, in a loop."""

import math

import numpy as np

WRT = ("x",)
STEP = -2
TABLE = np.array([-1.1, 0.7, -0.8])


def f(x, k):
    z = x[2] * TABLE
    for i in range(0, len(x), 2):
        k += math.sin(x[2] if 0 < STEP <= 2 else z[i // 2])
        if -5 < STEP < 0:
            part = z[i] * k
            k += part
        else:
            part = x[i]
            k -= part
    z /= 1.3 + 0.2 * np.sin(1.0 * TABLE if k * z[2] <= z[1] else 1.0 * x)
    return k + z[0] * z[1]


def inputs():
    return np.array([-0.5, -0.8, -0.97]), 0.64
