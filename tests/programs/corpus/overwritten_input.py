"""An argument whose elements are overwritten, and read before and after."""

import math

import numpy as np

KIND = "grad"
WRT = ("x",)


def f(x):
    s = 0.0
    for i in range(len(x)):
        s += x[i] * x[i]
        x[i] = math.sin(x[i]) * s
        s += x[i] ** 3
    x[0] = 1.0
    return s * x[0] + x[1]


def inputs():
    return (np.array([0.3, -1.2, 0.8, 1.1]),)
