"""Accumulators that start as integers."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    total = 0
    product = 1
    for i in range(len(x)):
        total += x[i] * k
        product *= 1 + 0.1 * x[i] * total
    count = len(x)
    count = count * k
    return total * product / count


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
