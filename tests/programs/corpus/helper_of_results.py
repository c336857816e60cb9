"""A helper whose results are unused, swapped, and written over its argument."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def pair(x, k):
    return math.sin(k) * x[0], math.asinh(x[1])


def f(x, k):
    a, b = pair(x, k)
    x[0] = b
    b, a = pair(x, a)
    x[1] = a * b
    _unused, c = pair(x, k)
    return c + x[0]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
