"""A helper that reads an array which the caller overwrites afterwards."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def energy(x):
    return x[0] * x[1] + math.sin(x[2])


def f(x, k):
    first = energy(x)
    x[0] = k * first
    second = energy(x)
    x[1] *= second
    return first * second + x[1]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
