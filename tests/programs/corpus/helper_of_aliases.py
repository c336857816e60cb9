"""A helper that is given one array under two names, and writes to it."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def scale(x, out):
    for i in range(len(x)):
        out[0] += x[i] * x[i]


def f(x, k):
    work = x
    scale(x, work)
    return work[0] * k + x[1]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
