"""A value to which a loop adds what has no derivative: its adjoint passes the loop."""

import math

import numpy as np

KIND = "grad"
WRT = ("k",)
TABLE = np.array([-0.625])


def f(k):
    z = np.zeros_like(TABLE)
    for j in range(1, 4):
        k += math.sin(z[0])
        if k * TABLE[0] < z[(3 * j + 2) % 1]:
            k -= math.sin(z[0] + 1.43)
    return math.sin(k * k)


def inputs():
    return (0.7,)
