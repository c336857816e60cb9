"""A while loop that calls a helper with a while loop."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "y")


def drift(x, out):
    v = 1.0
    while v > 0.3:
        v *= 0.4
        for p in range(2):
            out[2] += math.tanh(x[p] * out[2])


def f(x, y):
    level = 1.0
    u = 0.0
    while level > 0.2:
        u += y[2] * level
        drift(x, y)
        level *= 0.4
    return u


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        np.array([0.9, 0.2, 0.7]),
    )
