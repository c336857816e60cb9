"""Integers that turn into floats: lengths, counters, and sums that start at 0."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    weight = len(x)
    weight *= k
    best = 0
    for i in range(1, len(x)):
        if x[i] > x[best]:
            best = i
    level = 2
    if k > 0.5:
        level = x[best] * weight
    return level * weight


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
