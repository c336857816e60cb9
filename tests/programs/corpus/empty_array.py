"""Arrays of length 0."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    y = x.copy()
    total = k * k
    for i in range(len(x)):
        y[i] = math.exp(x[i]) * k
    for i in range(1, len(x)):
        y[i] += y[i - 1] * y[i]
    for i in range(len(x) - 1, -1, -1):
        total += y[i] * x[i]
    return total


def inputs():
    return (
        np.empty(0),
        0.7,
    )
