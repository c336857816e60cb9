"""Two names of one array, both written through."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    y = x
    y[0] = k * x[1]
    x[1] = y[0] * math.sin(x[0])
    y[2] += x[1] * y[1]
    return x[0] + y[1] * x[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
