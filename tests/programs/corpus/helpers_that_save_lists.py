"""A helper in a loop that saves arrays itself, as many as its own loop has iterations."""

import numpy as np


def helper(x, k):
    total = 0.0
    y = x.copy()
    i = 0
    while i < k:
        y = np.sin(y) * x
        total += y[0] * y[1]
        i += 1
    return total


def f(x, n):
    total = 0.0
    for i in range(n):
        total += helper(x, i) * total + x[0]
    return total


WRT = ("x",)


def inputs():
    return np.array([0.3, 0.7]), 3
