"""Several returns before the end."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = x[0] * k
    if s > 10.0:
        return s
    if k > 0.5:
        s = math.sin(s)
        if x[1] > 0.0:
            return s * s
        s *= x[1]
    elif k > 0.2:
        return x[2]
    return s + x[2] * k


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
