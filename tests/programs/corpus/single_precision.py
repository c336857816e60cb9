"""float32 arguments and local arrays."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i] + math.sin(k)
        y[i] *= 0.5
    s = 0.0
    for i in range(len(x)):
        s += y[i] * x[i]
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8], dtype=np.float32),
        0.7,
    )
