"""Loops that never run, of all kinds."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k, n):
    s = k
    for i in range(3, 1):
        s *= x[i]
    for i in range(n):
        s = math.sin(s) + i
    for i in range(2, 5, -1):
        s += x[i] * s
    while s > 100.0:
        s = s * x[0]
    return s * x[0]


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
        0,
    )
