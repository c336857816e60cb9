"""A recursive function that goes on with another type of number than it is called with."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k", "A")


def bent(k, x, depth):
    if depth <= 0:
        return math.sin(k)
    r = bent(0.5 * x[1], x, depth - 1)
    return math.sin(r) + x[0]


def f(x, k, A):
    first = bent(A[0], x, 3)
    second = bent(first, x, 3)
    return k + bent(second, x, 2)


def inputs():
    return (
        np.array([0.3, -1.2, 0.8], dtype=np.float32),
        0.7,
        np.array([0.6, 0.2], dtype=np.float32),
    )
