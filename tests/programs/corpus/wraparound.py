"""Negative subscripts, written out and by i - 1 from i = 0."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = x[-1] * k
    for i in range(len(x)):
        x[i] = x[i] + 0.3 * x[i - 1] * x[i - 2]
        s += x[i] * x[-1]
    x[-2] = s
    return s * x[2] + x[-4]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
