"""A helper whose argument is the array that its result updates."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def square(x, i, k):
    return x[i] * x[i] * k


def f(x, k):
    x[0] -= square(x, 0, x[0])
    x[1] += square(x, 1, k) * square(x, 0, k)
    x[2] = square(x, 2, x[2])
    return math.cos(x[0]) * x[1] + x[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
