"""Functions of two arguments of which one is a number."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    a = math.atan2(1.3, x[0]) + math.atan2(x[1], 0.4)
    b = math.hypot(x[2], 2.0) * math.hypot(0.5, k)
    c = 1.5 ** x[3] + (2.0 + x[3]) ** 1.5
    return a * b + c + max(k, 0.1) + min(0.2, x[1], k)


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
