"""A helper whose inner loop has the variable of the outer one, which saves parts of an array."""

import numpy as np


def h0(y, s):
    for i, j in np.ndindex(2, 3):
        for i in range(1):
            s = s * 1.1 + y[j % 2]
        acc = y[i::1]
        s += np.sum(acc * acc) * s * 0.1
    return s


def f(y):
    return h0(y, y[0]) * h0(y, 2.0)


WRT = ("y",)


def inputs():
    return (np.array([0.5, 0.3]),)
