"""For loops in a while loop, and an index that both of them change."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = k
    i = 0
    while i < len(x):
        for j in range(i, len(x)):
            s = math.sin(s + x[j]) * k
        if s > 0.2:
            i += 1
        x[i - 1] *= s
        i += 1
    return s + x[0] * x[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
