"""Elements that are accumulated into more than once."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, idx):
    y = np.zeros(len(x))
    for i in range(len(idx)):
        y[idx[i]] += x[i] * k
        y[idx[i]] *= 1.0 + 0.1 * x[idx[i]]
        x[idx[i]] += y[i]
    s = 0.0
    for i in range(len(x)):
        s += y[i] * y[i] * x[i]
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        np.array([2, 0, 2, 2]),
    )
