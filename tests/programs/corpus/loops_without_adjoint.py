"""Loops and branches whose backward part has nothing to do."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    for i in range(3):
        k += 0.3 * i
    for i in range(2):
        if k > 0.0:
            k += i
        else:
            k -= 1.0
    return k + x[0]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
