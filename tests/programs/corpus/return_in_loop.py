"""A return out of two loops."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = 1.0
    for i in range(len(x)):
        for j in range(len(x)):
            s = s * 0.7 + x[i] * x[j] * k
            if i + j > 3:
                return s * x[j]
        x[i] = s
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
