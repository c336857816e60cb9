"""Loops backwards, with steps that are literals, arguments and larger than one."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, step):
    s = k
    for i in range(len(x) - 1, -1, -1):
        x[i] += 0.5 * x[i - len(x) + 1] * s
    for i in range(len(x) - 1, 0, -2):
        s = s * x[i] + 0.1 * i
    for i in range(len(x) - 1, -1, step):
        s += math.sin(x[i]) * s
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        -3,
    )
