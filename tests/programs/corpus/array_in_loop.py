"""A new array in each trip of a loop, which outlives the trip."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    old = x.copy()
    for _ in range(3):
        new = np.empty(len(x))
        for i in range(len(x)):
            new[i] = math.sin(old[i] * old[len(x) - 1 - i]) + k
        old = new
    return old[0] * old[1]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
