"""Counters, one of them of an earlier loop, in a while loop after it."""

import math

import numpy as np

KIND = "grad"
WRT = ("x", "k")


def f(x, k):
    s = k
    count = 1
    for i in range(1, 3):
        for p in range(i, -1, -1):
            s *= x[p]
        for q in range(i, len(x)):
            s += math.sin(x[q])
    while p < 3:
        p += 1
        count += 1
        s -= math.tanh(x[q] * s) * count
    return s


def inputs():
    return (
        np.array([0.3, -1.2, 0.8, 1.1]),
        0.7,
    )
