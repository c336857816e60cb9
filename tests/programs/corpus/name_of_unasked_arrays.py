"""A name for one of two arrays in a function that is asked for the adjoint of one of them only."""

import numpy as np

WRT = ("y",)


def largest(x, y, n):
    w = x
    for _ in range(n):
        w = y
    return np.max(w * w)


def f(x, y):
    return largest(x, y, 2) + 3.0 * largest(x, y, 0) + largest(y, x, 1)


def inputs():
    return np.array([0.4, -1.1, 0.7]), np.array([0.9, 0.2, -0.8])
