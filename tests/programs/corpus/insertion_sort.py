"""Elements moved by comparisons."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    for i in range(1, len(x)):
        value = x[i]
        j = i - 1
        while j >= 0 and x[j] > value:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = value
    return x[0] * x[1] + k * x[2] ** 3


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
