"""Copies of arguments, also of a helper's."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def sorted_pair(x):
    y = x.copy()
    if y[0] > y[1]:
        y[0], y[1] = y[1], y[0]
    return y[0] * y[0] * y[1]


def f(x, k):
    y = np.copy(x)
    z = x.copy()
    for i in range(len(x)):
        y[i] = z[i] * k
        z[i] = y[i] * x[i]
    return sorted_pair(z) * y[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
