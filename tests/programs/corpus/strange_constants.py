"""-0.0, inf and nan that do not reach the result."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    low = math.inf
    unused = math.nan
    s = -0.0
    for i in range(len(x)):
        if x[i] < low:
            low = x[i]
        if x[i] > 1e300:
            s = unused * x[i]
        s += x[i] * k
    return s * low


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
