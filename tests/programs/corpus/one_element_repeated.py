"""Vectors of one element that NumPy repeats where they meet small arrays."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")

TABLE = np.array([0.0, 0.9, 0.2, 0.2])


def scaled(x):
    return TABLE / np.cos(x[:-3])


def f(x, k):
    work = np.arange(1) * k
    total = 0.0
    state = TABLE
    for q in range(2):
        state = state + scaled(x)
        other = work - np.ones(2)
        total += state[q + 1] * other[1] * k
    return total


def inputs():
    return (
        np.array([0.3, -0.4, 0.7, 1.1]),
        0.7,
    )
