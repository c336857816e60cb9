"""A loop that is guarded by a condition and has no trips."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, n):
    s = k
    if n == 0:
        for i in range(n):
            s = math.sin(s) * x[i]
    return s * s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        0,
    )
