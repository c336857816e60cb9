"""A function made by another one, whose variables it reads."""

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def make():
    scale = 1.5
    table = np.array([0.5, -0.3, 0.8, 0.2])
    order = 3

    def g(x, k):
        s = 0.0
        for i in range(order):
            s += scale * table[i] * x[i] ** 2 * k
        return s

    return g


f = make()


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
