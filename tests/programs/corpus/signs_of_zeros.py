"""The sign of a product with an integer that is zero decides a derivative."""

import math

import numpy as np

WRT = ("x",)


def f(x, y, n):
    none = 0
    first = math.copysign(x[1], -(none * y[1]))
    second = math.copysign(x[0] * x[1], -(n * y[0]))
    return first + second * second + math.copysign(x[0], -(n * y[0]) / y[1])


def inputs():
    return np.array([0.6, 0.7]), np.array([0.3, 1.5]), 0
