"""Scalars that change places in loops."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    a, b, c = 1.0, k, 0.5
    for i in range(len(x)):
        a, b = b, a + b * x[i]
        b, c, a = a, b, c * 0.9
        x[i], x[0] = x[0], x[i]
    return a * b + c * x[2]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
