"""Buffers that are filled in branches, one of them made anew, swapped by a third name."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    old = x.copy()
    p, q = k, 1.0
    for t in range(4):
        new = np.zeros(len(x))
        if t % 2 == 0:
            for i in range(len(x)):
                new[i] = old[i] * p + q
        else:
            for i in range(len(x)):
                new[i] = math.sin(old[i]) * old[0]
        old[1] = 2.0 * k
        new[0] += old[1] * q
        old = new
        p, q = q * old[0], p
    return old[0] * p + old[1] * q + old[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
