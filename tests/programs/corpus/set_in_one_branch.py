"""A variable that is set on one way only, and read on that way only."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    total = 0.0
    if k > 0.0:
        scale = math.exp(k)
    for i in range(len(x)):
        if x[i] > 0.0:
            part = x[i] * x[i]
        if x[i] > 0.0:
            total += part * k
    if k > 0.0:
        total *= scale
    return total


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
